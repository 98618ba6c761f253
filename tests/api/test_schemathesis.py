"""The API does what its OpenAPI description says, whatever is asked of it over HTTP."""

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.config import SchemathesisConfig

# What no schema can say (a slug that is not there, years in the wrong order) is refused all the
# same; the refusal is described.
CHECKS = {"positive_data_acceptance": {"expected-statuses": ["200", "400", "404"]}}
CONFIG = SchemathesisConfig.from_dict({"checks": CHECKS})


@pytest.mark.django_db(transaction=True)
def test_every_answer_is_as_described(live_server, cast):
    described = schemathesis.openapi.from_url(
        f"{live_server.url}/api/schema/?format=json", config=CONFIG
    )
    operations = [each.ok() for each in described.get_all_operations()]
    assert len(operations) >= 14
    for operation in operations:
        _try(operation)


def _try(operation):
    @settings(
        max_examples=10, deadline=None, database=None, suppress_health_check=list(HealthCheck)
    )
    @given(case=operation.as_strategy())
    def answers_as_described(case):
        case.call_and_validate()

    answers_as_described()
