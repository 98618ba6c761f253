"""Tables that curators bring in: columns chosen, every change looked at, then all or nothing."""
