"""The engine: rules text to typed nodes, to a program, to play. Knows nothing of Django."""
