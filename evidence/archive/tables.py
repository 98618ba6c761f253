"""Which models the archive holds, in the order in which they are restored.

A model stands after those that it refers to. Other rows refer to its rows by its natural `key`, a
part of which may itself be a reference, or by id where it has none. Ids are what they were wherever
the archive is restored, since addresses and texts may hold them. `without` names fields that stay
out, because they are worked out anew or are private.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.db.models import Model


@dataclass(frozen=True)
class Table:
    """One model of the archive, as "app.Model", and so one of its files."""

    label: str
    key: tuple[str, ...] = ()
    without: tuple[str, ...] = ()

    @property
    def model(self) -> type[Model]:
        """The model's class."""
        return apps.get_model(self.label)

    @property
    def pk(self) -> str:
        """The name of its primary key."""
        meta: Any = self.model._meta
        return str(meta.pk.name)

    @property
    def file(self) -> str:
        """The file's name in the archive."""
        return f"{self.label.lower().replace('.', '/')}.jsonl"

    @property
    def rows(self) -> Any:
        """All rows, also those that a manager of the model would hide."""
        return self.model._base_manager.all()


TABLES = (
    Table("games.Game", key=("slug",)),
    Table("games.GameAlias"),
    Table("games.Ruleset", key=("slug",)),
    Table("games.RulesetText", key=("digest",)),
    Table("games.Clause", key=("ruleset", "name")),
    Table("games.Match", key=("slug",)),
    Table("games.Moment"),
    Table("games.SavedGame", key=("read_key",)),
    Table("games.Comment", without=("sender",)),
    Table("games.Study"),
    Table("games.SolvedGame"),
    Table("games.PlayedReading"),
    Table("evidence.Term", key=("vocabulary", "name")),
    Table("evidence.Region", key=("slug",)),
    Table("evidence.Source", key=("slug",)),
    Table("evidence.GameRelation"),
    Table("evidence.Evidence", key=("identifier",), without=("regions",)),
    Table("evidence.Place"),
    Table("evidence.Citation"),
    Table("evidence.Quotation"),
    Table("evidence.RulesetLink"),
    Table("evidence.Phrase"),
    Table("evidence.ClauseCitation"),
    Table("evidence.Identification"),
    Table("evidence.OtherDate"),
    Table("evidence.RecordRelation"),
    Table("evidence.Person"),
    Table("evidence.Holding"),
    Table("evidence.Name"),
    Table("evidence.PictureFile", key=("digest",)),
    Table("evidence.Picture"),
    Table("evidence.PictureMark"),
    Table("evidence.Passage", key=("evidence", "number")),
    Table("evidence.ClausePart"),
    Table("evidence.Claim"),
    Table("evidence.Revision"),
    Table("evidence.RecordVersion", key=("identifier", "number")),
    Table("evidence.SharedVersion"),
    Table("evidence.SourceAlias", key=("slug",)),
    Table("evidence.Story", key=("slug",)),
    Table("suggestions.Suggestion", without=("contact", "asker")),
    Table("curation.Proposal"),
    Table("curation.ProposalEvent"),
    Table("curation.ProposalComment"),
    Table("curation.Withdrawal", key=("identifier",)),
    Table("curation.RulesetDraft"),
    Table("curation.RulesetSave"),
    Table("curation.RulesetComment"),
    Table("curation.RulesetVersion", key=("ruleset", "number")),
)

# Models of this project that stay out, and why. People are named by their usernames.
LEFT_OUT = {
    "answer_cache.SiteVersion": "says when something was written here",
    "people.Rights": "no table: it names the permissions of the code",
    "people.Invitation": "private, and good for this site alone",
    "people.AccountEvent": "private: who signed in and from where, kept for a year",
    "people.TokenName": "about tokens, which are good for this site alone",
    "games.SharedGame": "games under way between two readers, at secret addresses of this site",
    "batches.Batch": "tables on their way in; what they changed is in the history",
    "batches.BatchEvent": "the review of such tables; what was published is in the history",
    "jobs.Job": "work of this machine; what it made is stored elsewhere",
    "curation.Editing": "who has which form open at the moment",
    "games.DefinitionLibrary": "of this site alone, under whatever licence it has",
    "games.Concept": "the vocabulary is the code's",
    "games.RulesetConcept": "worked out from the rulesets' texts",
    "evidence.CorpusChange": "says what changed here since when; a restored corpus has its own",
    "evidence.SearchText": "worked out from the records",
}


def table_of(model: type[Model]) -> Table | None:
    """The table that holds a model's rows."""
    label = model._meta.label
    return next((table for table in TABLES if table.label == label), None)
