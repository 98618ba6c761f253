"""What all that is written by one person and reviewed by another has in common: decision 18."""
