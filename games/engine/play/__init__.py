"""Playing by compiled rules."""
