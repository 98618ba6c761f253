"""Games of people: written as text, read again and checked, and played between two."""
