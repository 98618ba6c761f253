"""Tables as people write them, imported, refused and exported."""

import pytest

from evidence.exporters import table as csv_table
from evidence.exporters.selection import Selection
from evidence.history import delete_records
from evidence.importers.table_file import TableError
from evidence.importers.table_store import Options, import_table
from evidence.models import (
    Citation,
    ClauseCitation,
    CorpusChange,
    Evidence,
    GameRelation,
    Place,
    Quotation,
    RecordVersion,
    Revision,
    SharedVersion,
    Source,
    Term,
)
from evidence.search import Query
from games.models import Game

HEADER = "identifier,game_name,type,date_edtf,place_name,place_latitude,place_longitude"
KHMER = "khmer-1,Ouk Chatrang,artifact,1150/1200,Angkor | Bayon,13.4 | 13.44,103.9 | 103.86"
SENET = "senet-1,Senet,artifact,-1400~,Thebes,25.7,32.6"


def imported(path, **options):
    return import_table(path, Options(**options))


def refusal(path, **options):
    with pytest.raises(TableError) as error:
        imported(path, **options)
    assert not Evidence.objects.exists()
    return str(error.value)


def exported():
    return "".join(csv_table.write(Selection(Query(), site="http://here")))


def forget():
    """Delete all records with what only they need; games, rulesets and regions stay."""
    delete_records(Evidence.objects.all())
    noted = (RecordVersion, SharedVersion, Revision)
    for model in (ClauseCitation, GameRelation, Source, Term, *noted):
        model.objects.all().delete()


def everything():
    """Every row of what an import may touch."""
    models = (Evidence, Place, Citation, Quotation, Source, Term, Game, RecordVersion, CorpusChange)
    return {model.__name__: list(model.objects.order_by("pk").values_list()) for model in models}
