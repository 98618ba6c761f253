"""The API does what its OpenAPI description says, whatever is asked of it over HTTP."""

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from knox.models import AuthToken
from schemathesis.config import SchemathesisConfig

from people.matrix import Role
from tests.curation.conftest import person

# What no schema can say (a slug that is not there, years in the wrong order) is refused all the
# same; the refusal is described.
REFUSED = ["400", "404", "409", "412", "413", "414", "422", "428", "431"]
CHECKS = {"positive_data_acceptance": {"expected-statuses": ["200", "201", *REFUSED]}}
CONFIG = SchemathesisConfig.from_dict({"checks": CHECKS})


@pytest.mark.django_db(transaction=True)
def test_every_answer_is_as_described(live_server, cast):
    token = AuthToken.objects.create(person("bede", Role.CURATOR))[1]
    described = schemathesis.openapi.from_url(
        f"{live_server.url}/api/schema/?format=json", config=CONFIG
    )
    operations = [each.ok() for each in described.get_all_operations()]
    assert len(operations) >= 14
    for operation in operations:
        _try(operation, token)


def _try(operation, token):
    @settings(max_examples=3, database=None, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy())
    def answers_as_described(case):
        headers = {"Authorization": f"Bearer {token}"} if _needs_token(operation) else {}
        case.call_and_validate(headers=headers)

    answers_as_described()


def _needs_token(operation):
    return "proposals" in operation.tags
