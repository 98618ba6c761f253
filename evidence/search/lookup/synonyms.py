"""Words for the same thing that no spelling shows to be alike, and names in other scripts.

What a source calls a game is a name of that game (`GameAlias`); here stand the words that people
type. To add some: a group in GROUPS, or words in one; a name of several words is written in one.
PHRASES are for what has to be looked for by several other words.
"""

from __future__ import annotations

from evidence.words import words

GROUPS = (
    "backgammon tables nard tabula tavli tawla نرد",
    "chaturanga चतुरङ्ग चतुरंग",
    "chaupar चौपड़",
    "chess ajedrez echecs schach scacchi szachy xadrez шахматы",
    "draughts checkers dama damas dame dames damespiel shashki шашки",
    "fanorona fanoron",
    "go weiqi weichi baduk igo 圍棋 围棋 囲碁 바둑",
    "hnefatafl tafl tablut vikingchess",
    "janggi changgi 장기",
    "liubo 六博",
    "makruk หมากรุก",
    "morris mill merels merrels merelles marelle muehle mühle",
    "oware awale awélé ayo ayoayo wari warri woaley",
    "pachisi parcheesi parchis ludo पचीसी पच्चीसी",
    "patolli patole",
    "shatar шатар",
    "shatranj chatrang شطرنج",
    "shogi 将棋 將棋",
    "sittuyin စစ်တုရင်",
    "sugoroku shuanglu 双六 雙陸 双陆",
    "toguz togyz toguzkorgool togyzkumalak тогузкоргоол тоғызқұмалақ",
    "xiangqi hsiangchi 象棋",
    "yut yutnori nyout 윷놀이",
    "astragali astragalus knucklebone",
    "bishop alfil elephant",
    "burma burmese myanmar",
    "capture take",
    "ceylon lanka",
    "checkmate mate",
    "dice die",
    "egypt egyptian",
    "hop jump",
    "knight horse",
    "pawn foot",
    "persia iran",
    "queen fers ferz firzan vizier",
    "rook castle roque tower",
    "siam siamese thai thailand",
    "sow sowing",
)
PHRASES = {
    "enpassant": "capture in passing",
    "noughtsandcrosses": "three men's morris",
    "tictactoe": "three men's morris",
    "ticktacktoe": "three men's morris",
}


def _groups() -> dict[str, frozenset[str]]:
    """For each word those that mean the same."""
    found: dict[str, set[str]] = {}
    for group in GROUPS:
        plain = {"".join(words(word)) for word in group.split()}
        for word in plain:
            found.setdefault(word, set()).update(plain - {word})
    return {word: frozenset(others) for word, others in found.items()}


SYNONYMS = _groups()
