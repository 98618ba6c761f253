"""Files that curators import: every change looked at, then all or nothing."""
