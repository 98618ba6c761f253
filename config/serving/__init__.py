"""The embedded server: `python -m config.serving`, waitress in supervised processes."""
