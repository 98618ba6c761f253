"""Files that curators bring in: every change looked at, then all or nothing."""
