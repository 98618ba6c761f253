"""What a position holds, as a schema that everything else reads."""
