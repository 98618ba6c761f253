"""The permission matrix: who may ask which address by which method.

One line for each address of the site and the API, by its route as Django prints it. The test in
test_access.py asks each address by each method as each of `ASKERS`; an address without a line
fails it. `reads` and `acts` say what is usual; other statuses are given where they are expected.
The example's {names} are filled in by the test (`Things`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from people.matrix import RIGHTS_OF, Right, Role


class Who(Enum):
    """Whom an address is for, where no right is asked."""

    EVERYBODY = "everybody"
    ACCOUNT = "whoever is logged in"
    OWNER = "whoever asked for it"
    PENDING = "whoever is in the middle of logging in"


Access = Who | Right

# None is a stranger; Role.READER has an account without a role.
ASKERS: list[Role | None] = [None, *Role]


@dataclass(frozen=True)
class Address:
    """Who may do what at one address, and an example of it."""

    example: str
    methods: dict[str, Access] = field(default_factory=dict)
    status: int = 200  # of a GET that is answered
    inside: int | None = None  # the same, for whoever is logged in

    @property
    def sent(self) -> bool:
        """Whether forms or scripts send something there."""
        return "POST" in self.methods

    @property
    def is_open(self) -> bool:
        """Whether everybody may look at it."""
        return self.methods.get("GET") is Who.EVERYBODY


def reads(
    example: str, who: Access = Who.EVERYBODY, *, status: int = 200, inside: int | None = None
) -> Address:
    """An address that is looked at."""
    return Address(example, {"GET": who}, status, inside)


def acts(
    example: str, who: Access = Who.EVERYBODY, *, status: int = 200, inside: int | None = None
) -> Address:
    """A form that is looked at and sent."""
    return Address(example, {"GET": who, "POST": who}, status, inside)


def sends(example: str, who: Access) -> Address:
    """A button."""
    return Address(example, {"POST": who})


def nowhere(example: str) -> Address:
    """What catches the addresses that there are not."""
    return Address(example)


def admitted(who: Access, asker: Role | None) -> bool:
    """Whether the matrix lets someone in."""
    if isinstance(who, Right):
        return who in RIGHTS_OF[asker or Role.READER]
    return who is Who.EVERYBODY or (who in (Who.ACCOUNT, Who.OWNER) and asker is not None)


PEOPLE = {
    "accounts/": reads("/accounts/", Who.ACCOUNT),
    "accounts/login/": acts("/accounts/login/", inside=302),
    "accounts/logout/": acts("/accounts/logout/", status=302, inside=200),
    "accounts/inactive/": reads("/accounts/inactive/"),
    "accounts/signup/": acts("/accounts/signup/", inside=302),
    "accounts/confirm/": acts("/accounts/confirm/", Who.ACCOUNT),
    "accounts/confirm/code/": acts("/accounts/confirm/code/", Who.ACCOUNT, status=302),
    "accounts/password/": acts("/accounts/password/", Who.ACCOUNT),
    # Who has a password changes it instead.
    "accounts/password/set/": acts("/accounts/password/set/", Who.ACCOUNT, status=302),
    "accounts/password/reset/": acts("/accounts/password/reset/"),
    "accounts/password/reset/sent/": reads("/accounts/password/reset/sent/"),
    "accounts/password/reset/done/": reads("/accounts/password/reset/done/"),
    "accounts/password/reset/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$": acts(
        "/accounts/password/reset/1-x/"
    ),
    # Whoever is signed in writes the password once more first.
    "accounts/data/": reads("/accounts/data/", Who.ACCOUNT, status=302),
    "accounts/delete/": acts("/accounts/delete/", Who.ACCOUNT),
    "accounts/tokens/": acts("/accounts/tokens/", Who.ACCOUNT),
    "accounts/tokens/<slug:key>/take-back/": sends(
        "/accounts/tokens/{token}/take-back/", Who.ACCOUNT
    ),
    "accounts/invitations/": acts("/accounts/invitations/", Right.INVITE),
    "accounts/invitations/<int:pk>/withdraw/": sends(
        "/accounts/invitations/{invitation}/withdraw/", Right.INVITE
    ),
    "accounts/invited/<str:key>/": acts("{link}"),
    "accounts/people/": reads("/accounts/people/", Right.ADMINISTER),
    "accounts/people/<int:pk>/": sends("/accounts/people/{person}/", Right.ADMINISTER),
    "accounts/second-factor/": reads("/accounts/second-factor/", Who.ACCOUNT),
    "accounts/second-factor/login/": acts("/accounts/second-factor/login/", Who.PENDING),
    # Whoever is logged in writes the password once more first; without an app nothing is there.
    "accounts/second-factor/app/": acts("/accounts/second-factor/app/", Who.ACCOUNT, status=302),
    "accounts/second-factor/app/remove/": acts(
        "/accounts/second-factor/app/remove/", Who.ACCOUNT, status=404
    ),
    "accounts/second-factor/codes/": reads(
        "/accounts/second-factor/codes/", Who.ACCOUNT, status=404
    ),
    "accounts/second-factor/codes/new/": acts(
        "/accounts/second-factor/codes/new/", Who.ACCOUNT, status=302
    ),
}

EVIDENCE = {
    "": reads("/"),
    "about/": reads("/about/"),
    "glossary/": reads("/glossary/"),
    "stories/": reads("/stories/"),
    "stories/<slug:slug>/": reads("/stories/none/", status=404),
    "help/": reads("/help/"),
    "language/": sends("/language/", Who.EVERYBODY),
    "feed/": reads("/feed/"),
    "robots.txt": reads("/robots.txt"),
    "sitemap.xml": reads("/sitemap.xml"),
    "sitemap/<slug:name>-<int:number>.xml": reads("/sitemap/records-1.xml"),
    "play/": reads("/play/"),
    "polities/": reads("/polities/?year=1900"),
    "evidence/": reads("/evidence/"),
    "evidence/<str:identifier>/": reads("/evidence/soyot-shodra/"),
    "pictures/<slug:size>/<str:name>": reads("/pictures/thumb/none.jpg", status=404),
    "tiles/<slug:version>/<int:z>/<int:x>/<int:y>.pbf": reads("/tiles/x/0/0/0.pbf"),
    "search/": reads("/search/"),
    "take-away/": reads("/take-away/"),
    "curate/import/": acts("/curate/import/", Right.ADMINISTER),
    "curate/quality/": reads("/curate/quality/", Right.EDIT),
    "curate/quality/<slug:name>/": reads("/curate/quality/no-date/", Right.EDIT),
    "concepts/": reads("/concepts/"),
    "concepts/<slug:slug>/": reads("/concepts/double-step/"),
    "games/": reads("/games/"),
    "games/<slug:slug>/": reads("/games/shodra/"),
    "sources/": reads("/sources/"),
    "sources/<slug:slug>/": reads("/sources/{source}/"),
    "sources/<slug:slug>/join/": acts("/sources/{source}/join/", Right.PUBLISH),
    "regions/": reads("/regions/"),
    "regions/<slug:slug>/": reads("/regions/soyot/"),
}

VERSIONS = "evidence/<str:identifier>/versions/"
SHODRA = "/evidence/soyot-shodra/versions/"
CURATION = {
    "curate/": reads("/curate/", Right.DRAFT),
    "curate/new/": acts("/curate/new/", Right.DRAFT),
    "curate/portal/": acts("/curate/portal/", Right.DRAFT),
    "curate/reading/": reads("/curate/reading/?date=1140"),
    "curate/clauses/": reads("/curate/clauses/?ruleset=shodra", Right.DRAFT),
    "curate/names/<str:kind>/": reads("/curate/names/games/?q=sho"),
    # A proposal of one's own; tests/curation/test_pages.py asks for those of others.
    "curate/<int:pk>/": reads("/curate/{proposal}/", Right.DRAFT),
    "curate/<int:pk>/edit/": acts("/curate/{proposal}/edit/", Right.DRAFT),
    "curate/<int:pk>/pictures/": acts("/curate/{proposal}/pictures/", Right.DRAFT),
    "curate/<int:pk>/present/": sends("/curate/{proposal}/present/", Right.DRAFT),
    "curate/<int:pk>/step/": sends("/curate/{proposal}/step/", Right.DRAFT),
    "curate/<int:pk>/remarks/": sends("/curate/{proposal}/remarks/", Right.DRAFT),
    "curate/rulesets/language/": reads("/curate/rulesets/language/"),
    "curate/rulesets/language.json": reads("/curate/rulesets/language.json"),
    "curate/rulesets/check/": sends("/curate/rulesets/check/", Right.DRAFT),
    "curate/rulesets/": reads("/curate/rulesets/", Right.DRAFT),
    "curate/rulesets/<int:pk>/": acts("/curate/rulesets/{rules}/", Right.DRAFT),
    "curate/rulesets/<int:pk>/remarks/": sends("/curate/rulesets/{rules}/remarks/", Right.DRAFT),
    "curate/rulesets/<int:pk>/edit/": acts("/curate/rulesets/{rules}/edit/", Right.DRAFT),
    "rulesets/<slug:slug>/versions/": reads("/rulesets/shodra/versions/"),
    "rulesets/<slug:slug>/versions/<int:number>/": reads("/rulesets/shodra/versions/1/"),
    "rulesets/new/": acts("/rulesets/new/?game=shodra", Right.DRAFT),
    "rulesets/new/start/": reads("/rulesets/new/start/?game=shodra", Right.DRAFT),
    "rulesets/<slug:slug>/edit/": acts("/rulesets/shodra/edit/", Right.EDIT),
    "evidence/<str:identifier>/edit/": acts("/evidence/soyot-shodra/edit/", Right.EDIT),
    VERSIONS: reads(SHODRA),
    f"{VERSIONS}<int:number>/": reads(f"{SHODRA}1/"),
    f"{VERSIONS}<int:number>/restore/": sends(f"{SHODRA}1/restore/", Right.WITHDRAW),
    f"{VERSIONS}<int:number>/propose/": sends(f"{SHODRA}1/propose/", Right.EDIT),
    "evidence/<str:identifier>/withdraw/": acts("/evidence/soyot-shodra/withdraw/", Right.WITHDRAW),
}

SUGGESTIONS = {
    "suggest/thanks/": reads("/suggest/thanks/"),
    "suggest/evidence/<str:identifier>/": acts("/suggest/evidence/soyot-shodra/"),
    "suggest/rulesets/<slug:slug>/<path:clause>/": acts("/suggest/rulesets/shodra/OiCaptures/"),
    "curate/suggestions/": reads("/curate/suggestions/", Right.MODERATE),
    "curate/suggestions/<int:pk>/": acts("/curate/suggestions/{suggestion}/", Right.MODERATE),
}

BATCHES = {
    "curate/tables/": acts("/curate/tables/", Right.EDIT),
    "curate/tables/<int:pk>/": acts("/curate/tables/{batch}/", Right.EDIT),
}

GAMES = {
    "compare/": acts("/compare/"),
    "rulesets/<slug:slug>/": reads("/rulesets/shodra/"),
    "rulesets/<slug:slug>/play/": reads("/rulesets/shodra/play/"),
    "rulesets/<slug:slug>/games/": reads("/rulesets/shodra/games/"),
    "rulesets/": reads("/rulesets/"),
    "rulesets/<slug:slug>/board.png": reads("/rulesets/shodra/board.png"),
    "rulesets/<slug:slug>/board.svg": reads("/rulesets/shodra/board.svg"),
    "rulesets/<slug:slug>/games/<slug:match>.txt": reads("/rulesets/shodra/games/short.txt"),
    "rulesets/<slug:slug>/play/between/": sends("/rulesets/shodra/play/between/", Who.EVERYBODY),
    "rulesets/<slug:slug>/games/log/": acts("/rulesets/shodra/games/log/"),
    "rulesets/<slug:slug>/games/<slug:match>/": reads("/rulesets/shodra/games/short/"),
    "rulesets/<slug:slug>/games/<slug:match>/comment/": sends(
        "/rulesets/shodra/games/short/comment/", Who.EVERYBODY
    ),
    "rulesets/<slug:slug>/play/save/": sends("/rulesets/shodra/play/save/", Who.EVERYBODY),
    "kept/": reads("/kept/", Who.ACCOUNT),
    "kept/<slug:key>/": acts("/kept/{saved}/"),
    "kept/<slug:key>/log/": reads("/kept/{saved}/log/"),
    "curate/games/": reads("/curate/games/", Right.MODERATE),
    "curate/games/<str:kind>/<int:pk>/": sends("/curate/games/comment/1/", Right.MODERATE),
    # Who has a key may play with it.
    "between/<slug:key>/": reads("/between/{seat}/"),
    "between/<slug:key>/state/": reads("/between/{seat}/state/"),
    "between/<slug:key>/act/": sends("/between/{seat}/act/", Who.EVERYBODY),
    "between/<slug:key>/save/": sends("/between/{seat}/save/", Who.EVERYBODY),
    "rulesets/<slug:slug>/games/<slug:match>/<int:number>/": reads(
        "/rulesets/shodra/games/short/3/"
    ),
    "rulesets/<slug:slug>/games/<slug:match>/<int:ply>.svg": reads(
        "/rulesets/shodra/games/short/3.svg"
    ),
    "rulesets/<slug:slug>/games/<slug:match>/<int:ply>.png": reads(
        "/rulesets/shodra/games/short/3.png"
    ),
    "rulesets/<slug:slug>/games/<slug:match>/<int:first>-<int:last>.gif": reads(
        "/rulesets/shodra/games/short/1-3.gif"
    ),
    "rulesets/<slug:slug>/readings/": reads("/rulesets/shodra/readings/"),
    "rulesets/<slug:slug>/readings/start/": sends(
        "/rulesets/shodra/readings/start/", Who.EVERYBODY
    ),
    "rulesets/<slug:slug>/study/": reads("/rulesets/shodra/study/"),
    "rulesets/<slug:slug>/study/start/": sends("/rulesets/shodra/study/start/", Who.EVERYBODY),
    "rulesets/<slug:slug>/play/read/": sends("/rulesets/shodra/play/read/", Who.EVERYBODY),
}

API = {
    "api/": reads("/api/", status=302),
    "api/*": nowhere("/api/nothing/"),
    "api/schema/": reads("/api/schema/"),
    "api/guide/": reads("/api/guide/"),
    "api/docs/": reads("/api/docs/"),
    "api/v1/": reads("/api/v1/"),
    "api/v1/evidence/": reads("/api/v1/evidence/"),
    "api/v1/evidence/search/": Address("/api/v1/evidence/search/", {"POST": Who.EVERYBODY}),
    "api/v1/features/evidence/": reads("/api/v1/features/evidence/"),
    "api/v1/features/evidence/<str:identifier>/": reads("/api/v1/features/evidence/soyot-shodra/"),
    "api/v1/features/regions/": reads("/api/v1/features/regions/"),
    "api/v1/features/regions/<str:slug>/": reads("/api/v1/features/regions/soyot/"),
    "api/v1/evidence/<str:identifier>/": reads("/api/v1/evidence/soyot-shodra/"),
    "api/v1/evidence/<str:identifier>/references/": reads(
        "/api/v1/evidence/soyot-shodra/references/"
    ),
    "api/v1/evidence/<str:identifier>/content/": reads(
        "/api/v1/evidence/soyot-shodra/content/", Right.DRAFT
    ),
    "api/v1/evidence/<str:identifier>/withdraw/": sends(
        "/api/v1/evidence/soyot-shodra/withdraw/", Right.WITHDRAW
    ),
    "api/v1/evidence/<str:identifier>/restore/": sends(
        "/api/v1/evidence/soyot-shodra/restore/", Right.WITHDRAW
    ),
    "api/v1/proposals/": acts("/api/v1/proposals/", Right.DRAFT),
    "api/v1/proposals/<int:pk>/": Address(
        "/api/v1/proposals/{proposal}/", {"GET": Right.DRAFT, "PUT": Right.DRAFT}
    ),
    "api/v1/proposals/<int:pk>/steps/": acts("/api/v1/proposals/{proposal}/steps/", Right.DRAFT),
    "api/v1/proposals/<int:pk>/comments/": acts(
        "/api/v1/proposals/{proposal}/comments/", Right.DRAFT
    ),
    "api/v1/proposals/<int:pk>/comments/<int:comment>/": Address(
        "/api/v1/proposals/{proposal}/comments/{comment}/",
        {"GET": Right.DRAFT, "PUT": Right.DRAFT},
    ),
    "api/v1/cells/": reads("/api/v1/cells/"),
    "api/v1/search/": reads("/api/v1/search/?q=shodra"),
    "api/v1/search/suggestions/": reads("/api/v1/search/suggestions/?q=sho"),
    "api/v1/compare/": reads("/api/v1/compare/", status=400),
    "api/v1/export/": reads("/api/v1/export/"),
    "api/v1/games/": reads("/api/v1/games/"),
    "api/v1/games/<str:slug>/": reads("/api/v1/games/shodra/"),
    "api/v1/matches/": reads("/api/v1/matches/"),
    "api/v1/matches/<str:slug>/": reads("/api/v1/matches/short/"),
    "api/v1/matches/<str:slug>/text/": reads("/api/v1/matches/short/text/"),
    "api/v1/reconcile/<str:service>/": acts("/api/v1/reconcile/games/"),
    "api/v1/reconcile/<str:service>/suggest/": reads("/api/v1/reconcile/games/suggest/"),
    "api/v1/reconcile/<str:service>/properties/": reads("/api/v1/reconcile/games/properties/"),
    "api/v1/reconcile/<str:service>/view/": reads(
        "/api/v1/reconcile/games/view/?id=shodra", status=302
    ),
    "api/v1/reconcile/<str:service>/preview/": reads("/api/v1/reconcile/games/preview/?id=shodra"),
    "api/v1/rulesets/": reads("/api/v1/rulesets/"),
    "api/v1/rulesets/<str:slug>/": reads("/api/v1/rulesets/shodra/"),
    "api/v1/rulesets/<str:slug>/module/": reads("/api/v1/rulesets/shodra/module/"),
    "api/v1/rulesets/<str:slug>/manifest/": reads("/api/v1/rulesets/shodra/manifest/"),
    "api/v1/concepts/": reads("/api/v1/concepts/"),
    "api/v1/concepts/<str:slug>/": reads("/api/v1/concepts/{concept}/"),
    "api/v1/sources/": reads("/api/v1/sources/"),
    "api/v1/sources/<str:slug>/": reads("/api/v1/sources/{source}/"),
    "api/v1/sources/<str:slug>/references/": reads("/api/v1/sources/{source}/references/"),
    "api/v1/regions/": reads("/api/v1/regions/"),
    "api/v1/regions/<str:slug>/": reads("/api/v1/regions/soyot/"),
    "api/v1/stories/": reads("/api/v1/stories/"),
    "api/v1/stories/<str:slug>/": reads("/api/v1/stories/none/", status=404),
}

ONE = "ogc/collections/(?P<collection>[^/]+)"
OGC = {
    "ogc": reads("/ogc"),
    "ogc/": reads("/ogc/"),
    "ogc/*": nowhere("/ogc/nothing"),
    "ogc/api/?$": reads("/ogc/api"),
    "ogc/conformance/?$": reads("/ogc/conformance"),
    "ogc/collections/?$": reads("/ogc/collections"),
    f"{ONE}/?$": reads("/ogc/collections/evidence"),
    f"{ONE}/schema/?$": reads("/ogc/collections/evidence/schema"),
    f"{ONE}/items/?$": reads("/ogc/collections/evidence/items"),
    f"{ONE}/items/(?P<key>[^/]+)/?$": reads("/ogc/collections/evidence/items/soyot-shodra"),
}

JOBS = {
    "jobs/<int:pk>/": reads("/jobs/{job}/"),
    "jobs/<int:pk>/state/": reads("/jobs/{job}/state/"),
    "jobs/<int:pk>/cancel/": sends("/jobs/{job}/cancel/", Who.OWNER),
    "jobs/<int:pk>/again/": sends("/jobs/{job}/again/", Who.OWNER),
}

OTHERS = {"favicon.ico": reads("/favicon.ico", status=302)}

ADDRESSES: dict[str, Address] = {
    **PEOPLE,
    **EVIDENCE,
    **CURATION,
    **SUGGESTIONS,
    **BATCHES,
    **GAMES,
    **JOBS,
    **API,
    **OGC,
    **OTHERS,
}

# The admin site, looked at as a whole: some of its pages, and the roles that they are for.
ADMIN = {
    "/admin/": {Role.CURATOR, Role.ADMINISTRATOR},
    "/admin/evidence/evidence/": {Role.CURATOR, Role.ADMINISTRATOR},
    "/admin/games/ruleset/": {Role.CURATOR, Role.ADMINISTRATOR},
    "/admin/games/ruleset/add/": {Role.ADMINISTRATOR},
    "/admin/auth/user/": {Role.ADMINISTRATOR},
    "/admin/auth/group/": {Role.ADMINISTRATOR},
    "/admin/knox/authtoken/": {Role.ADMINISTRATOR},
    "/admin/mfa/authenticator/": {Role.ADMINISTRATOR},
}
