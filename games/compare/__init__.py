"""Compare two rulesets: their clauses, and the shortest line of play after which moves differ.

`compare(a, b)` does it all. Nothing here knows what is stored, or how a page looks.
"""

from games.compare.clauses import Article, Pairing, aligned, articles_of
from games.compare.comparing import Comparison, compare
from games.compare.differences import Difference, Lone, Step
from games.compare.search import Bounds, Found

__all__ = [
    "Article",
    "Bounds",
    "Comparison",
    "Difference",
    "Found",
    "Lone",
    "Pairing",
    "Step",
    "aligned",
    "articles_of",
    "compare",
]
