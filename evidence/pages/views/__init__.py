"""The pages of evidence, one module for each."""
