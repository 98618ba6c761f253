"""/api/v1/stories/."""

import json

from evidence.admin.forms import StoryForm
from evidence.models import Story

STEPS = [
    {"title": "A lama tells", "text": ["He names the men."], "record": "soyot-shodra"},
    {"title": "On the map", "map": "game=shodra", "records": ["soyot-shodra"]},
]


def test_stories_have_their_steps_as_they_are_stored(ask):
    Story.objects.create(slug="steppe", title="Steppe", lede="Camels.", steps=STEPS)
    status, answer = ask("stories/")
    assert (status, answer["count"]) == (200, 1)
    (steppe,) = answer["results"]
    assert steppe["steps"] == STEPS
    assert steppe["page"] == "http://testserver/stories/steppe/"
    assert ask("stories/steppe/") == (200, steppe)
    status, answer = ask("stories/sea/")
    assert (status, answer["error"]["message"]) == (404, "There is no story “sea”.")


def test_the_admin_takes_only_steps_that_name_what_is_stored(ask):
    record = ask("evidence/?limit=1")[1]["results"][0]["identifier"]
    form = {"title": "Steppe", "slug": "steppe", "position": 1, "lede": "Camels."}
    for steps, wrong in (
        ([{"title": "A step", "record": record}], None),
        ([{"title": "A step", "record": "nobody"}], "no record of the corpus"),
        ([{"title": "A step", "record": record, "map": "q=x"}], "one figure"),
        ([{"title": "A step", "ruleset": "nothing"}], "nothing"),
        (7, "a list is needed"),
    ):
        errors = StoryForm({**form, "steps": json.dumps(steps)}).errors
        assert bool(errors) == bool(wrong), steps
        assert (wrong or "") in str(errors.get("steps", ""))
