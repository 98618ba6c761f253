"""The form of a record: fields, rows, and what is pasted into it."""
