"""static/js/engine reads, replays and writes recorded games as the server does."""

from __future__ import annotations

import pytest

from games.engine.play.record import RecordError, read, replayed, written
from games.engine.play.traces import board_words
from tests.engine.node import printed
from tests.engine.test_back_ends import compiled
from tests.engine.test_record import FAULTS, FIRST, MARKED, played
from tests.engine.texts import CROSSING, RACE, ROLLED_AFTER, TWO_WAYS

REPLAYED = """
const { read, replay, written } = await import(`${library}/record.js`);
const { boardWords } = await import(`${library}/words.js`);
const answers = JSON.parse(asked).map((text) => {
  try {
    const { plies } = replay(machine, read(machine.manifest, text));
    const { manifest, mover, over } = machine;
    return [written(manifest, plies), boardWords(machine), mover, over];
  } catch (error) {
    return error.message;
  }
});
console.log(JSON.stringify(answers));
"""


@pytest.mark.parametrize("text", [RACE, MARKED, ROLLED_AFTER, CROSSING])
def test_a_recorded_game_leads_to_the_same_board_in_node(text, tmp_path):
    rules = compiled(text)
    games = [played(rules, seed) for seed in (3, 40)]
    records = [written(rules.manifest, game.plies) for game in games]

    assert printed(REPLAYED, rules, tmp_path, records) == [
        [record, board_words(game.machine), game.machine.mover, game.machine.over]
        for record, game in zip(records, games, strict=True)
    ]


def test_records_with_a_fault_are_refused_in_the_same_words(tmp_path):
    rules, told = compiled(RACE), []
    texts = [
        *FAULTS,
        FIRST + "5. [7] a1-b1",
        "x" * 200,
        '1. [1 ] "',
        FIRST + "٥. [1] pass",
        "1. [1] pass\n" * 10_001,
    ]
    for text in texts:
        with pytest.raises(RecordError) as refused:
            replayed(rules, read(rules.manifest, text))
        told.append(str(refused.value))

    assert printed(REPLAYED, rules, tmp_path, texts) == told


def test_a_throw_for_nothing_and_moves_written_alike_are_the_same_in_node(tmp_path):
    rules = compiled(TWO_WAYS)
    texts = ["1. a1-b1 (2)\n", "1. a1-b1 (1)\n", "1. a1-b1\n", ""]

    alone, both, refused, opening = printed(REPLAYED, rules, tmp_path, texts)

    for answer, text in zip((alone, both), texts, strict=False):
        game = replayed(rules, read(rules.manifest, text))
        assert answer[:2] == [text, board_words(game.machine)]
    assert alone[1] != both[1]
    assert refused == "line 1: a1-b1: a1-b1 is not legal; legal are a1-b1 (1), a1-b1 (2)"
    assert opening[0] == ""
