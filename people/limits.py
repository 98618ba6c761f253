"""How often a password or a code may be tried: for each account and address, and for each address.

Every place that checks a password or a code goes through here: signing in, confirming, changing the
password, making tokens, second factors. Limits are by account *and* address, so that nobody can
lock an owner out from elsewhere; a wider one by address alone stops whoever tries many accounts.
Only what fails counts. The forms for a forgotten password check none: there each form sent counts.
All is counted in `config.ledger`, like everything that is limited.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from django.http import HttpRequest

from config.clients import address_of, network, numbered
from config.ledger import ledger
from people.acting import account_meant


class Limit(NamedTuple):
    """So many failures in so many seconds of whoever `client` names."""

    client: str
    most: int
    seconds: float

    def take(self) -> float:
        """Count an attempt: 0; or the seconds to wait, and then it does not count."""
        return ledger().wait(numbered(self.client), self.most, time.time(), self.seconds)

    def take_back(self) -> None:
        """Take an attempt back that was counted."""
        ledger().take_back(numbered(self.client), self.most, self.seconds)


class TooManyAttempts(Exception):
    """The attempt is not made: too many before it have failed. `seconds` is how long to wait."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds


def for_passwords(request: HttpRequest, typed: str) -> list[Limit]:
    """The limits of a password for the account that somebody means."""
    meant = account_meant(typed)
    account = f"user {meant.pk}" if meant else f"name {typed.lower()}"
    return _limits(request, f"password {account}")


def for_codes(request: HttpRequest, user: Any) -> list[Limit]:
    """The limits of a code; six digits need a limit for the account from everywhere, too.

    Whoever comes that far knows the password, and one address alone does not reach it.
    """
    everywhere = Limit(f"code user {user.pk}", 100, 3600)
    return [*_limits(request, f"code user {user.pk}"), everywhere]


def for_reset_letters(request: HttpRequest) -> list[Limit]:
    """The limits of letters for a forgotten password; one person gets few, whoever asks."""
    email = request.POST.get("email", "").strip().lower()
    return [
        Limit(f"reset letters from {network(address_of(request))}", 20, 60),
        Limit(f"reset letters to {email}", 5, 60),
    ]


def for_reset_links(request: HttpRequest) -> list[Limit]:
    """The limits of new passwords by such a letter's link."""
    return [Limit(f"reset links from {network(address_of(request))}", 20, 60)]


def _limits(request: HttpRequest, what: str) -> list[Limit]:
    client = network(address_of(request))
    return [Limit(f"{what} from {client}", 5, 300), Limit(f"attempts from {client}", 10, 600)]


def begin(limits: Sequence[Limit]) -> None:
    """Count an attempt by each limit. Raises TooManyAttempts, and then it counts by none."""
    for number, limit in enumerate(limits):
        if seconds := limit.take():
            succeeded(limits[:number])
            raise TooManyAttempts(seconds)


def succeeded(limits: Sequence[Limit]) -> None:
    """Take the attempt back: it was right."""
    for limit in limits:
        limit.take_back()


@contextmanager
def attempt(limits: Sequence[Limit]) -> Iterator[None]:
    """Count what is done here, unless it succeeds: it raises where it fails."""
    begin(limits)
    yield
    succeeded(limits)
