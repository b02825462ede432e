"""What a match of a game is chosen from: formats, grounds, teams; and what of it breaks a rule of team building."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, Protocol

from esquive.core.condition_messages import told_plainly
from esquive.core.errors import DocumentError
from esquive.core.packs import PackFile
from esquive.core.phrases import phrase
from esquive.core.waiting import Refusal


class Format(NamedTuple):
    """A way to play: `sides` says for each player of the set-up whom it plays for; players of one side are partners.

    `team` holds the fewest and the most figures of a team, `grounds` the ids of the places with room for everybody, and
    `clause` is the one to read about it, "" for none; several are separated by commas.
    """

    id: str
    name: str
    text: str
    sides: tuple[int, ...]
    team: tuple[int, int]
    grounds: tuple[str, ...]
    clause: str = ""

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.sides)

    @property
    def has_partners(self) -> bool:
        """Whether players win together."""
        return len(set(self.sides)) < len(self.sides)

    def partners(self, player: int) -> list[int]:
        """Who wins and loses together with a player, by place in the set-up, that player first."""
        side = self.sides[player]
        return [player, *(other for other, own in enumerate(self.sides) if own == side and other != player)]


class Edition(NamedTuple):
    """A release a match can be played by: its name in a language, and what playing it means, in a sentence."""

    id: str
    name: str
    text: str


class ReadyTeam(NamedTuple):
    """A ready-made team, its name and text in one language, and the formats it is legal in."""

    id: str
    name: str
    text: str
    cards: tuple[str, ...]
    formats: tuple[str, ...]


class TeamReport(NamedTuple):
    """A team out of a file: every rule it breaks, what its cards cost together, and cards that cannot be played."""

    name: str
    cost: int
    violations: list[Refusal]
    unplayable: dict[str, list[str]]


class SetupSource(Protocol):
    """Draws the set-ups of one game, with the ground and the teams fixed that the user has named."""

    def draw(self, rng: Random) -> dict[str, Any]:
        """A set-up drawn by chance."""


class Setups:
    """The formats, grounds and teams of a game by the rules of one release: the current one, unless `under` says.

    What is not overridden is that of a game with one way to play it, one place, and no teams.
    """

    teams = ""  # the key of a set-up under which the teams are, in the order of the players
    players = 2  # of the one format

    def editions(self, language: str = "en") -> Sequence[Edition]:
        """The releases there are to choose from, the current one first; none where there is one only."""
        return ()

    def under(self, release: str) -> "Setups":
        """The same by the rules of a release, "" for the current one; raises DocumentError for one there is not."""
        if release and release not in {edition.id for edition in self.editions()}:
            raise DocumentError("there is no release {release!r}", "release", "leave it out", release=release)
        return self

    def with_packs(self, files: Sequence[PackFile]) -> "Setups":
        """The same with packs beside the catalogue; raises DocumentError, which knows all others, for what is wrong."""
        if files:
            raise DocumentError("nobody has cards in this game", files[0].place, "leave the pack out")
        return self

    def formats(self, language: str = "en") -> list[Format]:
        """Every format, the usual one first."""
        return [Format("standard", "Standard", "", tuple(range(self.players)), (0, 0), self.grounds())]

    def format_named(self, wanted: str, language: str = "en") -> Format:
        """A format by its id; raises DocumentError that lists them."""
        known = {one.id: one for one in self.formats(language)}
        if wanted not in known:
            raise DocumentError(
                "unknown format {wanted!r}", "format", phrase("formats: {known}", known=", ".join(known)), wanted=wanted
            )
        return known[wanted]

    def format_of(self, setup: dict[str, Any]) -> str:
        """The id of the format a set-up is of."""
        return self.formats()[0].id

    def grounds(self) -> tuple[str, ...]:
        """The ids of all places to play on."""
        return ("table",)

    def usual_ground(self, format_: Format) -> str:
        """Where a match of a format is played when nobody says."""
        return format_.grounds[0]

    def ready_teams(self, language: str = "en") -> Sequence[ReadyTeam]:
        """Every ready-made team."""
        return ()

    def team_names(self, setup: Mapping[str, Any]) -> list[str]:
        """The teams of a set-up in its order: the id of a ready-made one, else its cards; none in a game without."""
        known = {" ".join(team.cards): team.id for team in self.ready_teams()}
        called = [team if isinstance(team, str) else " ".join(team) for team in setup.get(self.teams, ())]
        return [known.get(team, team) for team in called]

    def violations(
        self, cards: Sequence[str], format_: str, ground: str = "", agreed: Mapping[str, Any] | None = None
    ) -> list[Refusal]:
        """Every rule a team breaks, and cards that cannot be played; raises DocumentError for an unknown card.

        `ground` and what else is `agreed`, as a set-up says it, where they have rules of their own about teams; `place`
        is there which of the set-up's teams it is, from 0.
        """
        if cards:
            raise DocumentError(
                "there is no card {card!r}", "cards", "leave them out: nobody has a team", card=cards[0]
            )
        return []

    def names_on_lists(self) -> Mapping[str, Sequence[str]]:
        """By plain name (`core.team_texts`), the ids of the figures that a list of a team may mean by it."""
        return {}

    def list_name(self, card: str, language: str = "en") -> str:
        """What a list of a team calls a figure; raises DocumentError as `violations`."""
        return card

    def advice(self, cards: Sequence[str]) -> list[Refusal]:
        """What is worth knowing of a team, whether or not it may be played; raises DocumentError as `violations`."""
        return []

    def violation(self, refusal: Refusal, language: str = "en") -> str:
        """A broken rule of team building, or advice, as a sentence."""
        return told_plainly(refusal, language)

    def fix(self, refusal: Refusal, language: str = "en") -> str:
        """What would mend a broken rule of team building, as a sentence; "" where that says it all."""
        return ""

    def setup(
        self,
        format_: str,
        ground: str,
        teams: Sequence[Sequence[str]],
        options: dict[str, str] | None = None,
    ) -> dict[str, Any]:
        """The set-up of a match between these teams; `Game.new` judges it.

        Raises DocumentError for options that there are not.
        """
        if options:
            raise DocumentError("there is no option {option!r}", "options", "leave it out", option=next(iter(options)))
        return {}

    def of_players(self, owns: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        """What each player brings of his own to a set-up, by place, as the set-up says it.

        Raises DocumentError for what no player of this game brings.
        """
        for key in (key for own in owns for key in own):
            raise DocumentError("no player brings {key!r} to this game", "setup", "leave it out", key=key)
        return {}

    def rearranged(self, setup: dict[str, Any], order: Sequence[int]) -> dict[str, Any]:
        """A set-up with its teams in another order: what `order` says of each place is where its team was before."""
        if self.teams not in setup:
            return setup
        return {**setup, self.teams: [setup[self.teams][place] for place in order]}

    def drawn_team(
        self, rng: Random, format_: str, must: Sequence[str] = (), among: Sequence[str] | None = None
    ) -> list[str]:
        """A legal team by chance of what can be played, with the cards that it must have.

        `among`: the ids of what there is to draw from, one that is there twice named twice, with what it must have;
        None for every printed card, as often as the rules allow.

        Raises DocumentError where there is none.
        """
        raise DocumentError("nobody has a team in this game", "teams", "name another game")

    def series(self, ground: str, teams: list[str] | None) -> SetupSource:
        """What a series of games begins with; `ground` ("" to draw one) and `teams` (None to draw them) are ids.

        A team may be a file where the game has team files. Raises EsquiveError for one that does not exist.
        """
        if teams:
            raise DocumentError("there is no team {team!r}", "teams", "leave it out: nobody has a team", team=teams[0])
        if ground and ground not in self.grounds():
            raise DocumentError(
                "there is no ground {ground!r}",
                "arena",
                phrase("grounds: {known}", known=", ".join(self.grounds())),
                ground=ground,
            )
        return DrawnGrounds(self, (ground,) if ground else self.grounds())

    def team_file(self, path: Path, format_: str) -> TeamReport:
        """What a team file says, judged; raises DocumentError for a file that cannot be read."""
        raise DocumentError("nobody has a team in this game", str(path), "name another game")


class DrawnGrounds:
    """The set-ups of a game without teams, on one of some grounds."""

    def __init__(self, setups: Setups, grounds: Sequence[str]) -> None:
        self._setups = setups
        self._grounds = grounds

    def draw(self, rng: Random) -> dict[str, Any]:
        """A set-up drawn by chance."""
        return self._setups.setup(self._setups.formats()[0].id, rng.choice(self._grounds), [])
