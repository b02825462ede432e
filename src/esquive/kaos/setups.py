"""What a match is chosen from: grounds, hordes, and set-ups drawn for a series; see `core.setups`."""

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

from esquive.core.did_you_mean import nearest
from esquive.core.errors import DocumentError, EsquiveError
from esquive.core.messages import messages
from esquive.core.packs import PackFile
from esquive.core.phrases import phrase
from esquive.core.setups import Format, ReadyTeam, Setups, TeamReport
from esquive.core.team_texts import LIST, cards_of_list, plain_name
from esquive.core.text_files import read_text
from esquive.core.waiting import Refusal
from esquive.kaos.book.hordes import advice, balance_condition, cost_of, deck_conditions, horde_conditions
from esquive.kaos.cards.catalogue import Catalogue, catalogue_in_force
from esquive.kaos.cards.documents import display_name
from esquive.kaos.cards.library import Profile
from esquive.kaos.packs import with_packs
from esquive.kaos.table.settings import NUMBERS
from esquive.kaos.table.state import SEATS
from esquive.kaos.written.documents.set_ups import decks_of, with_documents
from esquive.kaos.written.horde_conditions import horde_places, horde_sentence

BATTLE: Final = "battle"
WITH_CARDS: Final = 0.5  # how often a battle for points is played with objects and events
FULL: Final = 100  # points of a horde, unless the ground says otherwise
LARGEST: Final = 12  # figures of a horde that a client offers places for; the points are the rule [Kaos K4.1]
TEAM_KEYS: Final = ("name", "cards", "points")


def fighters_of(horde: Sequence[str], known: Catalogue) -> list[str]:
    """The fighters of a horde: its own ids, or those of the ready-made horde that it names."""
    return [fighter for one in horde for fighter in (known.hordes[one].fighters if one in known.hordes else (one,))]


class HordesAndGrounds(Setups):
    """One format, two hordes; a ground is a battlefield, for points, or a scenario; all out of a catalogue."""

    teams = "hordes"

    def __init__(self, known: Catalogue | None = None) -> None:
        self.known = known or catalogue_in_force()

    def with_packs(self, files: Sequence[PackFile]) -> "HordesAndGrounds":
        """The same with packs beside the catalogue."""
        return HordesAndGrounds(with_packs(tuple(files), self.known)) if files else self

    def formats(self, language: str = "en") -> list[Format]:
        """The battle of two hordes."""
        spoken = messages(language)
        name, text = spoken.say("kaos.format.battle", {}), spoken.say("kaos.format.battle.text", {})
        return [Format(BATTLE, name, text, (0, 1), (1, LARGEST), self.grounds())]

    def format_of(self, setup: dict[str, Any]) -> str:
        """The id of the format a set-up is of."""
        return BATTLE

    def grounds(self) -> tuple[str, ...]:
        """The ids of all battlefields, of scenery that players place on an empty table, then of all scenarios."""
        known = self.known
        return (*known.fields, *known.selections, *known.scenarios)

    def ready_teams(self, language: str = "en") -> Sequence[ReadyTeam]:
        """Every ready-made horde."""
        return [
            ReadyTeam(
                one.id,
                display_name(one.name, language),
                display_name(one.text, language),
                tuple(one.fighters),
                (BATTLE,),
            )
            for one in self.known.hordes.values()
        ]

    def violations(
        self, cards: Sequence[str], format_: str, ground: str = "", agreed: Mapping[str, Any] | None = None
    ) -> list[Refusal]:
        """What a horde must be and is not, within the points agreed, else those of a scenario, else a hundred.

        Of decks that are agreed, what they must be and are not [Kaos K3.2] [Kaos K4.1] [Kaos K32.2] [Kaos K33.2].
        Where equal hordes are agreed on, `hordes` among what is agreed are the two that are to meet [Kaos K4.1].
        """
        known, said = self.known, dict(agreed or {})
        scenario = known.scenarios.get(ground)
        options = dict(said.get("options", {}))
        points = str(options.get("horde_points", ""))
        limit = int(points) if points.isdecimal() else FULL if scenario is None else scenario.horde_points
        found = violations([known.profile(fighter) for fighter in fighters_of(cards, known)], limit)
        if options.get("equal_hordes") == "yes":
            found += unbalanced(said.get("hordes"), known)
        if said.get("decks"):
            decks = deck_conditions(*decks_of({"decks": said["decks"]}, scenario, known))
            found += [Refusal(one.kind, one.clauses, one.facts) for one in decks if not one.holds]
        return found

    def names_on_lists(self) -> Mapping[str, Sequence[str]]:
        """What lists call fighters, in any language."""
        found: dict[str, list[str]] = {}
        for one in self.known.fighters.values():
            for name in dict.fromkeys(map(plain_name, (one.id, *one.name.values()))):
                found.setdefault(name, []).append(one.id)
        return found

    def list_name(self, card: str, language: str = "en") -> str:
        """The name of a fighter."""
        self.known.profile(card)
        return display_name(self.known.fighters[card].name, language)

    def advice(self, cards: Sequence[str]) -> list[Refusal]:
        """What is worth knowing of a horde: its size, its alignment, its will [Kaos K3.8] [Kaos K4.3] [Kaos K4.4]."""
        known = self.known
        return advice([known.profile(fighter) for fighter in fighters_of(cards, known)])

    def violation(self, refusal: Refusal, language: str = "en") -> str:
        """A broken rule of hordes as a sentence, which names fighters by their cards."""
        return horde_sentence(refusal, language, self.known)

    def fix(self, refusal: Refusal, language: str = "en") -> str:
        """What would make it hold; of too many points, the cheapest fighter without whom the horde keeps within."""
        known, places = messages(language), horde_places(refusal, language, self.known)
        name = f"kaos.fix.{refusal.kind}"
        if places.get("without") and f"{name}.without" in known:
            name += ".without"
        return known.say(name, places, places.get("over", 1)) if name in known else ""

    def setup(
        self,
        format_: str,
        ground: str,
        teams: Sequence[Sequence[str]],
        options: dict[str, str] | None = None,
    ) -> dict[str, Any]:
        """The set-up of a match between two hordes, each by its fighters or by the id of a ready-made one."""
        known = self.known
        key = "scenario" if ground in known.scenarios else "selection" if ground in known.selections else "table"
        found: dict[str, Any] = {key: ground, "hordes": [fighters_of(team, known) for team in teams]}
        if options:
            found["options"] = {key: int(one) if key in NUMBERS else one for key, one in options.items()}
        return with_documents(found, known)

    def drawn_team(
        self, rng: Random, format_: str, must: Sequence[str] = (), among: Sequence[str] | None = None
    ) -> list[str]:
        """A legal horde of at most a hundred points by chance, with the fighters that it must have [Kaos K3.2]."""
        horde = [self.known.profile(fighter) for fighter in must]
        there = sorted(self.known.profiles if among is None else {self.known.profile(one).id for one in among})
        others = [self.known.profiles[one] for one in there if one not in must]
        rng.shuffle(others)
        for profile in others:
            if cost_of(horde) + profile.cost <= FULL:
                horde.append(profile)
        if found := violations(horde, FULL):
            raise DocumentError("no legal team has {cards}", "teams", self.violation(found[0]), cards=", ".join(must))
        return [profile.id for profile in horde]

    def series(self, ground: str, teams: list[str] | None) -> "Battles":
        """Two different hordes of equal points."""
        return Battles(ground, teams, self.known)

    def team_file(self, path: Path, format_: str) -> TeamReport:
        """A horde out of a TOML file: `cards` are its fighters, `points` the limit agreed (usually 100), and `name`.

        Or out of a list as people write it.
        """
        if path.suffix == LIST:
            ids = cards_of_list(read_text(path), str(path), self.names_on_lists())
            listed = [self.known.profile(fighter) for fighter in ids]
            return TeamReport(path.stem, cost_of(listed), violations(listed, FULL), {})
        try:
            data = tomllib.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise DocumentError(
                "cannot be read: {reason}", str(path), 'write cards = ["abe-vhol"]', reason=error
            ) from error
        wrong = [key for key in data if key not in TEAM_KEYS]
        cards, points = data.get("cards"), data.get("points", FULL)
        if wrong:
            raise DocumentError(
                "unknown key {key!r}", str(path), phrase("keys: {known}", known=", ".join(TEAM_KEYS)), key=wrong[0]
            )
        if not isinstance(cards, list) or not all(isinstance(one, str) for one in cards) or type(points) is not int:
            raise DocumentError("cards must be ids and points a number", str(path), 'write cards = ["abe-vhol"]')
        horde = [self.known.profile(fighter) for fighter in fighters_of(cards, self.known)]
        return TeamReport(str(data.get("name", "")), cost_of(horde), violations(horde, points), {})


def violations(horde: list[Profile], limit: int) -> list[Refusal]:
    """What a horde must be and is not [Kaos K3.2] [Kaos K4.1]; of too many points how many, and whom to leave out."""
    found = [Refusal(one.kind, one.clauses, dict(one.facts)) for one in horde_conditions(horde, limit) if not one.holds]
    for one in found:
        if one.kind == "too-costly":
            over = one.facts["over"] = cost_of(horde) - limit
            enough = [profile for profile in horde if profile.cost >= over]
            one.facts["without"] = min(enough, key=lambda profile: profile.cost).id if enough else ""
    return found


def unbalanced(hordes: Any, known: Catalogue) -> list[Refusal]:
    """What two hordes of fighters' ids that must cost the same are not [Kaos K4.1]; others are not compared yet."""
    if not isinstance(hordes, list) or len(hordes) != SEATS or not all(hordes):
        return []
    if not all(isinstance(horde, list) and all(isinstance(one, str) for one in horde) for horde in hordes):
        return []
    one, other = ([known.profile(fighter) for fighter in fighters_of(horde, known)] for horde in hordes)
    found = balance_condition(one, other)
    if found.holds:
        return []
    over = abs(cost_of(one) - cost_of(other))
    return [Refusal(found.kind, found.clauses, {**found.facts, "over": over})]


class Battles:
    """Two different hordes of equal points. See `core.setups.SetupSource`; a ground is a battlefield or a scenario."""

    def __init__(self, ground: str, teams: list[str] | None, known: Catalogue) -> None:
        self.known = known
        self.grounds = [*known.fields, *known.scenarios]
        if ground and ground not in (*self.grounds, *known.selections):
            raise EsquiveError(
                "unknown battlefield or scenario {ground!r}", "--arena", nearest(ground, self.grounds), ground=ground
            )
        for name in teams or []:
            if name not in known.hordes:
                raise EsquiveError("unknown horde '{name}'", "--teams", nearest(name, known.hordes), name=name)
        self.ground = ground
        self.fixed = teams or []
        self.hordes: dict[int, list[str]] = {}
        for horde in known.hordes.values():
            self.hordes.setdefault(horde.points, []).append(horde.id)
        self.places = sorted({event.place for event in known.events.values() if event.place})

    def draw(self, rng: Random) -> dict[str, Any]:
        """A battlefield or a scenario, hordes that may be played there, and now and then objects and events."""
        ground = self.ground or rng.choice(self.grounds)
        scenario = self.known.scenarios.get(ground)
        hordes = self.fixed or rng.sample(self.hordes[FULL if scenario is None else scenario.horde_points], SEATS)
        if scenario is not None:
            return with_documents({"scenario": ground, "hordes": hordes}, self.known)
        key = "selection" if ground in self.known.selections else "table"
        setup: dict[str, Any] = {key: ground, "hordes": hordes}
        if rng.random() < WITH_CARDS:
            setup["decks"] = {"objects": True, "events": True, "place": rng.choice(self.places)}
        return with_documents(setup, self.known)
