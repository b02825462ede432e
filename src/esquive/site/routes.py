"""The addresses a page answers: those of the server, but for what only a server can do (`needs-server`)."""

from collections.abc import Sequence
from typing import Any, Final

from esquive.core.ids import SEAT_NAMES
from esquive.core.match_review import AfterTheGame
from esquive.core.puzzle_shapes import PracticeTry
from esquive.core.shapes import Drawing, ExerciseLine, Term
from esquive.core.words import EVERYTHING
from esquive.hosting.branching import begun_of, branch
from esquive.hosting.branching_messages import Begun, OnwardWanted
from esquive.hosting.desk_messages import DeskLink
from esquive.hosting.finished_matches import check_over
from esquive.hosting.grants import issue
from esquive.hosting.match_setup import catalogue_of, check_team, draw_team, known_game, outline_of, read_list, terms_of
from esquive.hosting.offer_messages import RematchMade
from esquive.hosting.offers import persons
from esquive.hosting.own_packs import answer_packs
from esquive.hosting.pack_messages import PacksQuestion, PacksVerdict
from esquive.hosting.practice import drawing_of, exercise_lines, player_names
from esquive.hosting.protocol import (
    HUMAN,
    DiceCommitment,
    DoorView,
    Forget,
    Forgotten,
    MatchCreated,
    MatchSummary,
    MatchToken,
    NewMatch,
    ProtocolError,
)
from esquive.hosting.puzzle_tries import tried
from esquive.hosting.rematch_places import check_follows, may_ask, place_in, waited_for
from esquive.hosting.rematches import is_wanted, want
from esquive.hosting.replay_messages import Replay
from esquive.hosting.replays import Played
from esquive.hosting.series import so_far
from esquive.hosting.stored_match import StoredMatch
from esquive.hosting.summaries import summary_of
from esquive.hosting.team_messages import TeamDrawing, TeamDrawn, TeamQuestion, TeamRead, TeamText, TeamVerdict
from esquive.site.page_host import PageHost
from esquive.site.requests import Asked, Routes, Text

ROUTES: Final = Routes()
RECORD: Final = "application/x-ndjson"
# What people far from one another do needs a server between them.
ELSEWHERE: Final = (
    ("POST", "/api/gatherings"),
    ("GET", "/api/gatherings/{match_id:str}"),
    ("POST", "/api/gatherings/{match_id:str}/seats"),
    ("POST", "/api/gatherings/{match_id:str}/leave"),
    ("GET", "/api/lobby"),
    ("POST", "/api/lobby"),
    ("POST", "/api/matches/{match_id:str}/seats"),
    ("POST", "/api/matches/{match_id:str}/invitations"),
    ("POST", "/api/matches/{match_id:str}/watch"),
    ("POST", "/api/matches/{match_id:str}/tokens/{name:str}/revoke"),
    ("GET", "/api/matches/{match_id:str}/tokens"),
    ("GET", "/api/me"),
    ("POST", "/api/me"),
    ("POST", "/api/me/codes"),
    ("GET", "/api/me/move"),
    ("POST", "/api/me/move"),
    ("POST", "/api/me/move/answer"),
    ("POST", "/api/me/devices/{name:str}/revoke"),
)


async def _needs_server(host: PageHost, asked: Asked, **places: Any) -> None:
    raise ProtocolError("needs-server", 501)


for _method, _address in ELSEWHERE:
    ROUTES.at(_method, _address)(_needs_server)


# Whoever plays need not wait for what a reader of the rules asks, a writer of letters, who asks the coach.
ROUTES.later(("/api/clauses", "/api/compare", "/docs/"), "esquive.site.rules_routes")
ROUTES.later(("/api/coach/",), "esquive.site.coach_routes")
ROUTES.later(("/api/desk", "/api/studies"), "esquive.site.desk_routes")
ROUTES.later(("/api/letters",), "esquive.site.letter_routes")


# ------------------------------------------------------------------------------------------------- rules and catalogue


@ROUTES.at("GET", "/api/door")
async def get_door(host: PageHost, asked: Asked) -> DoorView:
    """Nobody has to say a password, and nobody else comes."""
    return DoorView(password=False, inside=True, private=True, reached=[], alone=True)


@ROUTES.at("GET", "/api/catalogue")
async def get_catalogue(host: PageHost, asked: Asked) -> Any:
    """Cards, arenas, ready-made teams, formats and match options of a game."""
    is_outline = asked.query.get("outline") == "true"
    return (outline_of if is_outline else catalogue_of)(asked.game, asked.language)


@ROUTES.at("GET", "/api/terms")
async def get_terms(host: PageHost, asked: Asked) -> Sequence[Term]:
    """The words of the rules that a reader may ask about."""
    return terms_of(asked.game, asked.query.get("release", ""), asked.language)


@ROUTES.at("POST", "/api/teams/check", 200)
async def post_team(host: PageHost, asked: Asked) -> TeamVerdict:
    """Whether a team is legal, and every rule it breaks."""
    return check_team(asked.said(TeamQuestion), asked.language)


@ROUTES.at("POST", "/api/teams/read", 200)
async def post_team_text(host: PageHost, asked: Asked) -> TeamRead:
    """Which figures a list of a team means, as people write it."""
    return read_list(asked.said(TeamText), asked.language)


@ROUTES.at("POST", "/api/teams/draw", 200)
async def post_team_drawing(host: PageHost, asked: Asked) -> TeamDrawn:
    """A legal team by chance, of all figures or of those one owns."""
    return draw_team(asked.said(TeamDrawing), asked.language)


@ROUTES.at("POST", "/api/packs", 200)
async def post_packs(host: PageHost, asked: Asked) -> PacksVerdict:
    """Whether packs of one's own can be used, all that is wrong with them, and what they bring."""
    question = asked.said(PacksQuestion)
    return answer_packs(known_game(question.game), question, asked.language)


# ------------------------------------------------------------------------------------------------------------- matches


@ROUTES.at("POST", "/api/dice")
async def post_dice(host: PageHost, asked: Asked) -> DiceCommitment:
    """Commits to a seed for a match to come."""
    return DiceCommitment(await host.registry.commit())


@ROUTES.at("POST", "/api/matches")
async def post_match(host: PageHost, asked: Asked) -> MatchCreated:
    """Creates a match, kept in this browser."""
    wanted, before = asked.said(NewMatch), None
    if wanted.after is not None:
        room, grant = await host.room(wanted.after.match), host.grant(wanted.after.match, wanted.after.token)
        if grant is None:
            raise ProtocolError("bad-token", 403)
        await check_follows(room, grant)
        before = so_far(room.stored)
    return await host.registry.create(wanted, asked.language, None, private=True, before=before)


@ROUTES.at("GET", "/api/matches")
@ROUTES.at("GET", "/api/me/matches")
async def get_matches(host: PageHost, asked: Asked) -> list[MatchSummary]:
    """The matches of this browser, newest first: whoever has it plays for all people of them."""
    return [summary_of(one, _own_places(one), asked.language) for one in host.store.latest()]


def _own_places(match: StoredMatch) -> list[int]:
    if match.mail is not None:
        return [match.mail.place]
    return [place for place, player in enumerate(match.players) if player.agent == HUMAN]


@ROUTES.at("POST", "/api/matches/{match_id:str}/tokens")
async def post_token(host: PageHost, asked: Asked, match_id: str) -> MatchToken:
    """A token for every person's seat of a match: whoever has this browser plays them."""
    room = await host.room(match_id)
    mail = room.stored.mail
    token, grant = issue(match_id, sorted(persons(room)) if mail is None else [mail.place], is_host=True)
    await host.store.keep_grant(grant)
    return MatchToken(match_id, token, False)


@ROUTES.at("GET", "/api/matches/{match_id:str}")
async def get_match(host: PageHost, asked: Asked, match_id: str) -> dict[str, Any]:
    """The position document of a match, with what the token's player may not know left out."""
    room, controlled = await host.entered(match_id, asked.token)
    async with room.lock:
        return room.document(controlled)


@ROUTES.at("GET", "/api/matches/{match_id:str}/record")
async def get_record(host: PageHost, asked: Asked, match_id: str) -> Text:
    """The record of a match that is over."""
    room, _ = await host.entered(match_id, asked.token)
    await check_over(room)
    async with room.lock:
        return Text(room.match.record.to_text(), RECORD)


@ROUTES.at("POST", "/api/matches/{match_id:str}/rematch")
async def post_rematch(host: PageHost, asked: Asked, match_id: str) -> RematchMade:
    """Says that one wants to play a match again."""
    room = await host.room(match_id)
    grant = host.grant(match_id, asked.token)
    if grant is None:
        raise ProtocolError("bad-token", 403)
    stored, people = room.stored, await may_ask(room, grant, host.store)
    rematch = await want(host.store, stored, sorted(grant.players & people))
    if not rematch.next and is_wanted(stored, rematch):
        rematch.next = await host.registry.again(stored)
    await room.reread()
    token = ""
    if rematch.next:
        token, given = place_in(rematch.next, stored, grant)
        await host.store.keep_grant(given)
    return RematchMade(rematch.next, token, waited_for(room, rematch, people))


@ROUTES.at("POST", "/api/matches/{match_id:str}/forget", 200)
async def post_forget(host: PageHost, asked: Asked, match_id: str) -> Forgotten:
    """Deletes a match with all that is kept of it; nobody is forgotten but with it."""
    said, room = asked.said(Forget), await host.room(match_id)
    if not said.delete:
        raise ProtocolError("needs-server", 501)
    grant = host.grant(match_id, said.token)
    if grant is None:
        raise ProtocolError("bad-token", 403)
    seats = [SEAT_NAMES[seat] for seat in room.seats if room.player_in(seat) in grant.players]
    await host.registry.removals.forget(room, persons(room), True)
    return Forgotten(match_id, seats, True)


# ------------------------------------------------------------------------------------------------------------ learning


@ROUTES.at("GET", "/api/learn")
async def get_exercises(host: PageHost, asked: Asked) -> list[ExerciseLine]:
    """The lessons and puzzles of a game."""
    return exercise_lines(asked.game, asked.language)


@ROUTES.at("POST", "/api/learn/{exercise:str}")
async def post_exercise(host: PageHost, asked: Asked, exercise: str) -> MatchCreated:
    """Begins a match of practice."""
    return await host.registry.practise(asked.game, exercise, player_names(asked.language))


@ROUTES.at("GET", "/api/learn/drawings/{clause:str}")
async def get_drawing(host: PageHost, asked: Asked, clause: str) -> Text:
    """The diagram of a clause alone."""
    return Text(drawing_of(asked.game, clause, asked.language), "image/svg+xml")


@ROUTES.at("GET", "/api/matches/{match_id:str}/try")
async def get_try(host: PageHost, asked: Asked, match_id: str) -> PracticeTry:
    """What the try at a puzzle that a match holds was worth, or help on the way."""
    room, players = await host.entered(match_id, asked.token)
    if not players:
        raise ProtocolError("bad-token", 403)
    return await tried(room, asked.number("help", 0), asked.language)


# ---------------------------------------------------------------------------------------------------- looking back


async def _played(host: PageHost, asked: Asked, match_id: str) -> tuple[Played, Any, frozenset[int]]:
    room, controlled = await host.entered(match_id, asked.token)
    return await host.registry.library.played(room, asked.language), room.knower(controlled), controlled


@ROUTES.at("GET", "/api/matches/{match_id:str}/replay")
async def get_replay(host: PageHost, asked: Asked, match_id: str) -> Replay:
    """The steps of a match up to now, as the token's player may know them."""
    played, knower, controlled = await _played(host, asked, match_id)
    return played.shown(match_id, knower, controlled)


@ROUTES.at("GET", "/api/matches/{match_id:str}/replay/{step:int}")
async def get_replay_step(host: PageHost, asked: Asked, match_id: str, step: int) -> Drawing:
    """The position of a match after a step."""
    played, knower, _ = await _played(host, asked, match_id)
    return played.drawing(step, knower)


@ROUTES.at("GET", "/api/matches/{match_id:str}/replay/{step:int}/link")
async def get_replay_link(host: PageHost, asked: Asked, match_id: str, step: int) -> DeskLink:
    """The same position for the judge's desk, as far as one may know it."""
    played, knower, _ = await _played(host, asked, match_id)
    return DeskLink(played.link(step, knower))


@ROUTES.at("GET", "/api/matches/{match_id:str}/after")
async def get_after(host: PageHost, asked: Asked, match_id: str) -> AfterTheGame:
    """The story, the curves and the luck of a match that is over."""
    await check_over(await host.room(match_id))
    played, _, _ = await _played(host, asked, match_id)
    return await host.registry.library.looked_back(match_id, played)


@ROUTES.at("GET", "/api/matches/{match_id:str}/begun")
async def get_begun(host: PageHost, asked: Asked, match_id: str) -> Begun:
    """Where a match of practice was begun from."""
    room, _ = await host.entered(match_id, asked.token)
    return begun_of(room.stored.setup)


@ROUTES.at("POST", "/api/matches/{match_id:str}/onward/{step:int}")
async def post_onward(host: PageHost, asked: Asked, match_id: str, step: int) -> MatchCreated:
    """Begins a match from a step of one that is over."""
    await check_over(await host.room(match_id))
    played, _, _ = await _played(host, asked, match_id)
    return await branch(host.registry, played, Begun("match", match_id, step), asked.said(OnwardWanted), None)


async def _brought(host: PageHost, asked: Asked, name: str) -> Played:
    return await host.registry.library.uploaded(name, asked.language)


@ROUTES.at("POST", "/api/replays")
async def post_replay(host: PageHost, asked: Asked) -> Replay:
    """Takes a record file and answers its steps."""
    name, played = await host.registry.library.upload(asked.body, asked.language)
    return played.shown(name, EVERYTHING)


@ROUTES.at("GET", "/api/replays/{name:str}")
async def get_upload(host: PageHost, asked: Asked, name: str) -> Replay:
    """The steps of a record that was brought before."""
    return (await _brought(host, asked, name)).shown(name, EVERYTHING)


@ROUTES.at("GET", "/api/replays/{name:str}/{step:int}")
async def get_upload_step(host: PageHost, asked: Asked, name: str, step: int) -> Drawing:
    """The position of such a record after a step."""
    return (await _brought(host, asked, name)).drawing(step, EVERYTHING)


@ROUTES.at("GET", "/api/replays/{name:str}/{step:int}/link")
async def get_upload_link(host: PageHost, asked: Asked, name: str, step: int) -> DeskLink:
    """The same position for the judge's desk."""
    return DeskLink((await _brought(host, asked, name)).link(step, EVERYTHING))


@ROUTES.at("GET", "/api/replays/{name:str}/after")
async def get_upload_after(host: PageHost, asked: Asked, name: str) -> AfterTheGame:
    """A record that was brought, looked back on."""
    return await host.registry.library.looked_back(name, await _brought(host, asked, name))


@ROUTES.at("GET", "/api/replays/{name:str}/record")
async def get_upload_record(host: PageHost, asked: Asked, name: str) -> Text:
    """A record that was brought, as it was."""
    return Text((await _brought(host, asked, name)).record.to_text(), RECORD)


@ROUTES.at("POST", "/api/replays/{name:str}/onward/{step:int}")
async def post_upload_onward(host: PageHost, asked: Asked, name: str, step: int) -> MatchCreated:
    """Begins a match from a step of a record that was brought."""
    played = await _brought(host, asked, name)
    return await branch(host.registry, played, Begun("file", name, step), asked.said(OnwardWanted), None)
