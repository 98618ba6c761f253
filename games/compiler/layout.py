"""Where everything stands in a ruleset's memory."""

from __future__ import annotations

from dataclasses import dataclass

PAGE = 65_536
MAX_MOVES = 4096
MAX_FORBIDDEN = 1024
MAX_EVENTS = 256
MAX_VARIABLES = 8
# A move collected untried has the number of its filter in the upper bits of its kind.
FILTER_SHIFT = 13
MAX_FILTERS = 7
MAX_KINDS = 1 << FILTER_SHIFT
STACK_SIZE = 512 * 1024
# What loops over many positions leave of the stack to the rules themselves.
ROOM = 64 * 1024
MAX_PAGES = 64

GLOBALS = (
    "MOVER", "NEXT", "PREV", "COUNTER", "PLIES", "TURNS", "PASSES", "PENDING", "PENDING_2",
    "PENDING_3", "PENDING_4", "AGAIN", "OVER", "WINNER", "ENDING", "LAST_FROM", "LAST_TO", "ASKING",
    "OUT", "FIRST", "SAME_TURN",
)  # fmt: skip

# What ended a game that no end rule ended; end rules are numbered from 0.
ALL_PASSED = -1
TOO_LONG = -2
TURNS_PER_PLAYER = 1250

# More plies than any game has.
ENDLESS = 1 << 30

# Kinds of effect, as noted while a move is played.
CAPTURE, REMOVAL, PROMOTION, COUNTING, STATE_CHANGE, AGAIN_EFFECT, PENDING_EFFECT = range(7)
NOTE_EFFECT = 7
EFFECTS = ("capture", "removal", "promotion", "count", "state", "again", "pending", "note")


@dataclass(frozen=True)
class Layout:
    """Addresses and sizes as constants of the restricted Python, for a board and its players.

    `sites` counts those of the board and, after them, those of the hands beside it. `counted` says
    whether several pieces may stand on a site (SPARE holds how many more than one), `stacked`
    whether the top one moves by itself.
    """

    sites: int
    players: int
    beside: int = 0
    counted: bool = False
    blocks: tuple[tuple[str, int], ...] = ()
    stacked: bool = False

    def constants(self, tables_end: int) -> dict[str, int]:
        """Every name in capitals that `loops.rpy` and the compiled rules use."""
        fixed = self._before_tables()
        stack = _aligned(tables_end)
        return fixed | {
            "STACK": stack,
            "STACK_END": stack + STACK_SIZE,
            "ROOM": ROOM,
            "SITES": self.sites,
            "BOARD_SITES": self.sites - self.beside,
            "BESIDE": self.beside,
            "COUNTED": int(self.counted),
            "STACKED": int(self.stacked),
            "PLAYERS": self.players,
            "MAX_MOVES": MAX_MOVES,
            "MAX_FORBIDDEN": MAX_FORBIDDEN,
            "MAX_EVENTS": MAX_EVENTS,
            "MAX_TURNS": TURNS_PER_PLAYER * self.players,
            "ENDLESS": ENDLESS,
            "ALL_PASSED": ALL_PASSED,
            "TOO_LONG": TOO_LONG,
            "RESULTS_SIZE": 4 * 17,
            "WATCH_SIZE": self._watch_size(),
            "FILTER_SHIFT": FILTER_SHIFT,
            "KIND_MASK": MAX_KINDS - 1,
        }

    @property
    def tables(self) -> int:
        """Where the tables of a ruleset begin."""
        return self._before_tables()["TABLES"]

    def _watch_size(self) -> int:
        return (self.sites + 15) // 16 * 16

    def _before_tables(self) -> dict[str, int]:
        # The byte before WHAT is 0, so that site -1 reads as empty.
        # Sites are looked at by sixteens: what stands after the last is empty too.
        places = {"POSITION": 64, "WHAT": 80}
        places["LOCAL"] = (places["WHAT"] + self.sites + 31) // 16 * 16
        places["VALUE"] = _aligned(places["LOCAL"] + self.sites + 1) + 8
        places["SPARE"] = _aligned(places["VALUE"] + self.sites)
        at = _aligned(places["SPARE"] + self.sites + 1) if self.counted else places["SPARE"]
        for name in GLOBALS:
            places[name] = at
            at += 4
        places["VARIABLES"], places["PLAYER_VALUES"] = at, at + 4 * MAX_VARIABLES
        places["PHASES"] = places["PLAYER_VALUES"] + 4 * (self.players + 1)
        at = places["PHASES"] + 4 * (self.players + 1)
        for name, size in self.blocks:
            places[name] = at
            at += (size + 3) // 4 * 4
        places["POSITION_SIZE"] = (_aligned(at) - places["POSITION"] + 15) // 16 * 16
        at = places["POSITION"] + places["POSITION_SIZE"]
        at = _aligned(at)
        words = (
            "TOP", "RANDOM", "MOVE_COUNT", "FORBIDDEN_COUNT", "EVENT_COUNT", "SEEKING",
            "FORBIDDING", "LAZY", "SAFE", "AT_RANDOM", "CHOOSING", "CHOSEN", "CHECK", "MOST",
        )  # fmt: skip
        scratch = dict.fromkeys(words, 4) | {
            "RESULTS": 4 * 17,
            "CHOICE": 8,
            "WATCH": self._watch_size(),
            "EVENTS": MAX_EVENTS * 16,
            "MOVES": MAX_MOVES * 8,
            "FORBIDDEN": MAX_FORBIDDEN * 12,
        }
        for name, size in scratch.items():
            places[name] = at
            at = _aligned(at + size)
        places["TABLES"] = at
        return places


def _aligned(address: int) -> int:
    return (address + 7) // 8 * 8
