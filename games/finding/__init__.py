"""Find the moments at which a clause is seen clearly, among random games.

Clearness is a cost, the lower the clearer:

    2 · men + plies + 3 · alike − 40 if decided

men are those on the board before the move, plies are counted up to and with it, alike is how often
else the clause has the same role there (more moves that it forbids, more effects), and decided says
that the move ends the game and somebody wins. So the clearest moment has few men in the way, comes
early, shows one thing, and matters. What is found depends on the rules, the seed and the number of
games alone.
"""

from games.finding.clearness import cost, costs, costs_seen
from games.finding.found import Found
from games.finding.search import find

__all__ = ["Found", "cost", "costs", "costs_seen", "find"]
