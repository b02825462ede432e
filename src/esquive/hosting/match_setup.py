"""The set-up of a match out of what was asked for, and the catalogue to choose from, for any game.

Formats, teams and grounds are the game's own (`core.setups`); this module only asks for them, and says what is wrong.
"""

import logging
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from random import SystemRandom
from typing import Any, Final

from msgspec import structs

from esquive.agents.base import about, agent_named, broken_agents, offered_agents, settings_of
from esquive.core.did_you_mean import nearest
from esquive.core.errors import DocumentError, EsquiveError
from esquive.core.game import Game
from esquive.core.games import game_named
from esquive.core.phrases import phrase
from esquive.core.setups import Format, Setups
from esquive.core.shapes import AgentLine, AgentSetting, Catalogue, Term
from esquive.core.team_texts import ids_of, read_team
from esquive.core.waiting import Refusal
from esquive.hosting.catalogue_lines import format_lines, release_lines, team_lines
from esquive.hosting.own_packs import setups_with
from esquive.hosting.packs_brought import PackBrought
from esquive.hosting.practice import is_practice
from esquive.hosting.protocol import HUMAN, OPEN, NewMatch, ProtocolError
from esquive.hosting.team_messages import (
    MeantFigure,
    NamedFigure,
    TeamDrawing,
    TeamDrawn,
    TeamQuestion,
    TeamRead,
    TeamText,
    TeamVerdict,
    Violation,
)

LOG: Final = logging.getLogger("esquive.hosting")


def known_game(name: str) -> Game:
    """The game of this name; raises ProtocolError that lists the games."""
    try:
        return game_named(name)
    except DocumentError as error:
        raise ProtocolError("bad-request", why=error) from error


def setup_of(wanted: NewMatch, language: str = "en") -> dict[str, Any]:
    """The set-up of a match; raises ProtocolError for a table or a team that cannot be."""
    setups = _setups(wanted.game, wanted.release, wanted.packs)
    check_agents(wanted.game, [player.agent for player in wanted.players])
    if is_practice(wanted.setup):
        raise ProtocolError("bad-request", why="a match of practice is begun by POST /api/learn")
    format_ = _format(setups, wanted.format, language)
    ground = wanted.arena or setups.usual_ground(format_)
    _check_table(setups, format_, len(wanted.players), ground)
    agreed = _agreed(setups, wanted)
    for place in range(len(wanted.players)):
        _check_player(setups, wanted, (format_.id, ground), agreed, place, language)
    teams = [player.cards for player in wanted.players]
    try:
        setup = setups.setup(format_.id, ground, teams, wanted.options)
    except (DocumentError, ValueError) as error:
        raise ProtocolError("bad-request", why=error) from error
    return _joined(setup, agreed)


def check_player(wanted: NewMatch, place: int, language: str = "en") -> None:
    """Raises ProtocolError `illegal-team` where one of the players may not play his team."""
    setups = _setups(wanted.game, wanted.release, wanted.packs)
    format_ = _format(setups, wanted.format, language)
    ground = wanted.arena or setups.usual_ground(format_)
    _check_player(setups, wanted, (format_.id, ground), _agreed(setups, wanted), place, language)


def _check_player(
    setups: Setups, wanted: NewMatch, table: tuple[str, str], agreed: dict[str, Any], place: int, language: str
) -> None:
    player = wanted.players[place]
    agreed = {**agreed, "options": wanted.options, "place": place}
    verdict = _verdict(setups, player.cards, *table, agreed, language)
    if not verdict.legal:
        why = " ".join(violation.sentence for violation in verdict.violations)
        raise ProtocolError("illegal-team", player=player.name, why=why)


def _agreed(setups: Setups, wanted: NewMatch) -> dict[str, Any]:
    """What a set-up says beside teams, arena and options, with what each player brings."""
    try:
        own = setups.of_players([player.setup for player in wanted.players])
    except DocumentError as error:
        raise ProtocolError("bad-request", why=error) from error
    return _joined(own, wanted.setup)


def _joined(setup: dict[str, Any], more: Mapping[str, Any]) -> dict[str, Any]:
    """A set-up with more said; raises ProtocolError where that has been said in another way."""
    for key, value in more.items():
        if setup.setdefault(key, value) != value:
            raise ProtocolError(
                "bad-request", why=phrase("setup says {key!r}, which `players`, `arena` or `options` say", key=key)
            )
    return setup


def check_team(wanted: TeamQuestion, language: str = "en") -> TeamVerdict:
    """Whether a team may be played, and every rule it breaks, cards that cannot be played yet included."""
    setups = _setups(wanted.game, wanted.release, wanted.packs)
    agreed = {**wanted.setup, "options": wanted.options}
    return _verdict(setups, wanted.cards, _format(setups, wanted.format, language).id, wanted.arena, agreed, language)


def draw_team(wanted: TeamDrawing, language: str = "en") -> TeamDrawn:
    """A legal team by chance; raises ProtocolError `no-such-team` where there is none."""
    setups = _setups(wanted.game, wanted.release, wanted.packs)
    format_ = _format(setups, wanted.format, language)
    try:
        return TeamDrawn(setups.drawn_team(SystemRandom(), format_.id, wanted.cards, wanted.among))
    except DocumentError as error:
        raise ProtocolError("no-such-team", why=error) from error


def read_list(wanted: TeamText, language: str = "en") -> TeamRead:
    """Which figures a list of a team means, and what is asked back where that is not sure."""
    setups = _setups(wanted.game, "", wanted.packs)
    found = read_team(wanted.text, setups.names_on_lists())

    def named(card: str) -> NamedFigure:
        return NamedFigure(card, setups.list_name(card, language))

    lines = [
        MeantFigure(one.text, one.copies, named(one.card) if one.card else None, [named(card) for card in one.choices])
        for one in found
    ]
    return TeamRead(ids_of(found), lines)


def winners_of(game: str, setup: dict[str, Any], winner: int) -> list[int]:
    """The players who have won with one of them, by place in the set-up; of a game that is gone, that one alone."""
    try:
        setups = game_named(game).setups
    except DocumentError:  # a match that is stored outlives the package of its game
        return [winner]
    return sorted(setups.format_named(setups.format_of(setup)).partners(winner))


def _setups(game: str, release: str, packs: Sequence[PackBrought]) -> Setups:
    """What a match of a game is chosen from under a release, with packs.

    Raises ProtocolError for an unknown game or release, and for packs that cannot be used.
    """
    try:
        setups = known_game(game).setups.under(release)
    except DocumentError as error:
        raise ProtocolError("bad-request", why=error) from error
    return setups_with(setups, packs)


def _format(setups: Setups, wanted: str, language: str) -> Format:
    try:
        return setups.format_named(wanted, language) if wanted else setups.formats(language)[0]
    except DocumentError as error:
        raise ProtocolError("bad-request", why=error) from error


def _check_table(setups: Setups, format_: Format, players: int, ground: str) -> None:
    """Raises ProtocolError for a number of players or a ground that the format cannot be played with."""
    if players != format_.players:
        others = ", ".join(other.id for other in setups.formats() if other.players == players)
        code = "wrong-players" if others else "no-such-table"
        raise ProtocolError(code, format=format_.id, wanted=format_.players, players=players, others=others)
    known = setups.grounds()
    if ground not in known:
        raise ProtocolError(
            "bad-request", why=phrase("no arena {ground!r}: {known}", ground=ground, known=nearest(ground, known))
        )
    if ground not in format_.grounds:
        raise ProtocolError("wrong-arena", format=format_.id, arena=ground, arenas=", ".join(format_.grounds))


def _verdict(
    setups: Setups, cards: list[str], format_: str, ground: str, agreed: dict[str, Any], language: str
) -> TeamVerdict:
    try:
        found, advice = setups.violations(cards, format_, ground, agreed), setups.advice(cards)
    except DocumentError as error:
        raise ProtocolError("bad-request", why=error) from error

    def told(refusal: Refusal) -> Violation:
        clauses, said = ", ".join(refusal.clauses), setups.violation(refusal, language)
        return Violation(clauses, said, setups.fix(refusal, language))

    return TeamVerdict(not found, [told(one) for one in found], [told(one) for one in advice])


# ------------------------------------------------------------------------------------------------------ the catalogue


@cache
def catalogue_of(game: Game, language: str) -> Catalogue:
    """Everything a match of a game is chosen from, in a language."""
    known = Catalogue(formats=(), teams=(), releases=(), agents=()) if game.cards is None else game.cards.view(language)
    known = structs.replace(known, agents=_agent_lines(game))
    setups = game.setups
    teams, releases = team_lines(setups, language), release_lines(setups, language)
    return structs.replace(known, formats=format_lines(setups, language), teams=teams, releases=releases)


@cache
def outline_of(game: Game, language: str) -> Catalogue:
    """The catalogue with the cards of the ready-made teams alone: enough for a first game, and a fifth as long."""
    known = catalogue_of(game, language)
    fielded = {card for team in known.teams for card in team.cards}
    cards: Sequence[Any] = getattr(known, "cards", ())
    if not fielded:
        return known
    left_out: dict[str, Any] = {name: [] for name in ("summons", "rewards") if hasattr(known, name)}
    return structs.replace(known, cards=[card for card in cards if card.id in fielded], **left_out)


def _agent_lines(game: Game) -> list[AgentLine]:
    for why in broken_agents().values():
        LOG.warning("left out: %s", why)
    return [
        AgentLine(
            id=name,
            about=about(name),
            settings=[
                AgentSetting(
                    name=one.name,
                    meaning=one.meaning,
                    default=one.default,
                    least=one.least,
                    most=one.most,
                    choices=list(one.choices),
                )
                for one in settings_of(name)
            ],
        )
        for name in offered_agents(game.name)
    ]


def check_agents(game: str, agents: Iterable[str]) -> None:
    """Raises ProtocolError for a bot that is not installed here or does not play the game, and for wrong settings."""
    for agent in agents:
        if agent not in (HUMAN, OPEN):
            try:
                agent_named(agent, game, installed_only=True)
            except EsquiveError as error:
                raise ProtocolError("bad-request", why=error) from error


@cache
def terms_of(game: Game, release: str, language: str) -> Sequence[Term]:
    """The words of a release's rules with what they mean; raises ProtocolError for a release there is not."""
    if release and (game.releases is None or release not in game.releases.names()):
        raise ProtocolError(
            "bad-request", why=phrase("{game} has no release {release!r}", game=game.title, release=release)
        )
    return game.terms(language, release)
