"""Rule concepts: what the ludemes of a text amount to, in words that many rulesets share."""

from games.concepts.table import CONCEPTS, Concept, concepts_of

__all__ = ["CONCEPTS", "Concept", "concepts_of"]
