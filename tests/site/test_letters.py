"""Two people without a server: a match by letters, told to nobody but whom it is for, with dice that nobody chooses."""

import asyncio
from typing import Any

import pytest
from msgspec import structs

from esquive.core.games import game_named
from esquive.core.ids import SEAT_NAMES
from esquive.core.record import parse_record, verify
from esquive.hosting.correspondence.letters import Acceptance, LastLetter, Turn, read, text_of
from esquive.hosting.correspondence.locks import Locks, second_locked
from esquive.hosting.match_views import SPECTATOR
from esquive.hosting.protocol import ProtocolError, Wish
from tests.site.two_pages import TABLES, Chooser, Desk, begun, is_over, play, write


def turn(text: str) -> Turn:
    found = read(text)
    assert isinstance(found, Turn)
    return found


@pytest.mark.parametrize("game", ["krosmaster", "kaos"])
def test_a_match_by_letters_is_the_same_on_both_sides_to_its_end_and_its_record_is_proved(game: str) -> None:
    async def walk() -> None:
        one, two, match_id = await begun(game)
        letters = await play(Chooser(game, 5), (one, two), match_id)
        assert max(map(len, letters)) < 2900, "every one fits into a code that a phone reads"
        records = [await desk.record(match_id) for desk in (one, two)]
        assert records[0] == records[1]
        assert records[0][0] == 200
        assert verify(parse_record(records[0][1]), game_named(game)) == []
        again = await Desk(0, one.keeper).open()
        assert await again.record(match_id) == records[0]
        for desk in (one, two):
            view = await desk.good("GET", f"/api/letters/{match_id}")
            assert (view["stage"], view["is_open"], view["wrong"]) == ("done", True, "")

    asyncio.run(walk())


def test_of_a_reward_drawn_in_secret_the_other_page_knows_nothing_until_it_is_shown() -> None:
    async def walk() -> None:
        one, two, match_id = await begun("krosmaster")
        chooser, checked = Chooser("krosmaster", 7, keen=0.95), 0
        for number in range(30):
            writer, reader = ((one, two), (two, one))[number % 2]
            text = await write(chooser, writer, match_id)
            await reader.good("POST", "/api/letters", {"letter": text})
            room, other = await writer.room(match_id), await reader.room(match_id)
            if room.match.is_over:
                break
            seat = next(seat for seat in room.seats if room.player_in(seat) == writer.place)
            hidden = room.game.concealed(room.match.state, seat)
            known = other.game.concealed(other.match.state, seat)
            checked += len(hidden)
            assert len(hidden) == len(known), "that it was drawn everybody has seen"
            seen = [one.game.to_document(one.match.state, SPECTATOR) for one in (room, other)]
            assert seen[0] == seen[1]
        assert checked > 3

    asyncio.run(walk())


def test_what_was_drawn_in_secret_changes_no_byte_of_a_letter() -> None:
    """Two worlds in one: with every card of a deck another one, whoever draws in secret writes the same letter."""

    async def walk() -> None:
        one, two, match_id = await begun("krosmaster")
        chooser, seen = Chooser("krosmaster", 5, keen=0.95), 0
        for number in range(30):
            writer, reader = ((one, two), (two, one))[number % 2]
            before = {name: bytes(kept) for name, kept in writer.keeper.entries.items()}
            text = await write(chooser, writer, match_id)
            room = await writer.room(match_id)
            made = room.match.dice.draws.made  # type: ignore[union-attr]
            fresh = [draw for draw in made if draw.private_to >= 0 and draw.by == writer.place]
            shown = {draw.card for draw in made if draw.private_to < 0}
            mail = await writer.mail(match_id)
            kept = [draw for n, draw in enumerate(made) if draw in fresh and n not in mail.shown]
            if kept and kept[-1].card not in shown:
                seen += await _other_world(before, writer, match_id, room, kept[-1], text)
            if room.match.is_over:
                break
            await reader.good("POST", "/api/letters", {"letter": text})
        assert seen > 1

    async def _other_world(before: Any, writer: Desk, match_id: str, room: Any, draw: Any, text: str) -> int:
        """The same stretch with the card exchanged for another one that nobody has seen."""
        mail = room.stored.mail
        seen = {one.card for one in room.match.dice.draws.made if one.deck == draw.deck}
        kinds = mail.cards[draw.deck]
        free = [card for card in range(len(kinds)) if card not in seen and kinds[card] != kinds[draw.card]]
        world = Desk(writer.place)
        world.keeper.entries = dict(before)
        await world.open()
        stored = await world.host.store.load(match_id)
        assert stored is not None
        assert stored.mail is not None
        cards = [list(deck) for deck in stored.mail.cards]
        deck = cards[draw.deck]
        deck[draw.card], deck[free[0]] = deck[free[0]], deck[draw.card]
        number = next(n for n, one in enumerate(room.match.dice.draws.made) if one is draw)
        lines = await world.host.store.lines(match_id)
        if sum(line.by == "dice" and line.line.startswith("draw") for line in lines) > number:
            return 0  # it was drawn in an earlier stretch
        stored.mail = structs.replace(stored.mail, cards=cards)
        await world.host.store.replace(stored, lines)
        other = await world.room(match_id)
        for answer in turn(text).answers:
            refused = await other.answer(frozenset({writer.place}), other.version, answer)
            assert refused is None, refused
        seat = next(seat for seat in room.seats if room.player_in(seat) == writer.place)
        assert other.game.concealed(other.match.state, seat) != room.game.concealed(room.match.state, seat)
        assert await world.letter(match_id) == text
        return 1

    asyncio.run(walk())


@pytest.mark.parametrize("game", ["krosmaster", "kaos"])
def test_a_page_that_is_closed_at_any_time_goes_on_from_what_it_kept(game: str) -> None:
    async def walk() -> None:
        one, two, match_id = await begun(game)
        chooser, desks = Chooser(game, 8), [one, two]
        for number in range(10):
            writer = number % 2
            room = await desks[writer].room(match_id)
            for _ in range(2):
                if room.asked_player() == writer:
                    await room.answer(frozenset({writer}), room.version, chooser.line(room))
            known = (room.version, list(room.match.record.entries))
            desks[writer] = await Desk(writer, desks[writer].keeper).open()
            room = await desks[writer].room(match_id)
            assert (room.version, room.match.record.entries) == known
            text = await write(chooser, desks[writer], match_id)
            again = await Desk(writer, desks[writer].keeper).open()
            assert await again.letter(match_id) == text, "a letter that was lost can be sent again"
            await desks[1 - writer].good("POST", "/api/letters", {"letter": text})
            if await is_over(desks[writer], match_id):
                break

    asyncio.run(walk())


def test_a_letter_that_does_not_fit_is_refused_with_its_reason_and_changes_nothing() -> None:
    async def walk() -> None:
        one, two, match_id = await begun("kaos")
        stranger = await Desk(1).open()
        chooser = Chooser("kaos", 2)
        letters = await play(chooser, (one, two), match_id, 6)
        text = await write(chooser, one, match_id)
        kept = dict(two.keeper.entries)
        whole = turn(text)
        wrong: list[tuple[str, str, Desk]] = [
            ("letter-unreadable", "abc", two),
            ("letter-unreadable", "https://example.org/#/", two),
            ("letter-unreadable", text[:-5], two),
            ("letter-unreadable", "é" + text, two),
            ("letter-own", text, one),
            ("letter-own", letters[1], two),
            ("letter-again", letters[4], two),
            ("letter-elsewhere", text, stranger),
            ("letter-early", text_of(structs.replace(whole, number=whole.number + 2)), two),
            ("letter-wrong", text_of(structs.replace(whole, told=b"x" * 32)), two),
            ("letter-wrong", text_of(structs.replace(whole, answers=["nonsense"])), two),
            ("letter-wrong", text_of(structs.replace(whole, answers=[*whole.answers, *whole.answers])), two),
            ("letter-wrong", text_of(structs.replace(whole, end="p1 resigned p1")), two),
            ("letter-differs", text_of(structs.replace(whole, answers=whole.answers[:-1])), two),
            ("letter-differs", text_of(structs.replace(whole, hash=b"12345678")), two),
            ("letter-wrong", text_of(LastLetter(whole.match, b"x" * 32)), two),
        ]
        for code, letter, desk in wrong:
            assert await desk.refused(letter) == code, code
        assert two.keeper.entries == kept
        await two.good("POST", "/api/letters", {"letter": f"https://example.org/site/#/letter/{text}"})
        assert await two.refused(text) == "letter-again"

    asyncio.run(walk())


def test_before_a_match_begins_letters_come_in_their_order_too() -> None:
    async def walk() -> None:
        table, own, other = TABLES["krosmaster"]
        one, two, third = [await Desk(place).open() for place in (0, 1, 1)]
        third.seed = "third"
        wanted = {**table, "player": {"name": "Ann", "cards": own}}
        invited = await one.good("POST", "/api/letters/invitations", wanted)
        assert await one.refused(invited["letter"]) == "letter-own"
        player = {"name": "Ann", "cards": other}
        body = {"letter": invited["letter"], "player": player}
        assert (await two.ask("POST", "/api/letters/acceptances", body))[1]["code"] == "name-taken"
        player["name"], player["cards"] = "Bob", other[:1]
        assert (await two.ask("POST", "/api/letters/acceptances", body))[1]["code"] == "illegal-team"
        player["cards"] = other
        accepted = await two.good("POST", "/api/letters/acceptances", body)
        late = await third.good("POST", "/api/letters/acceptances", body)
        assert (await two.ask("POST", "/api/letters/acceptances", body))[1]["code"] == "letter-again"
        assert await two.refused(accepted["letter"]) == "letter-own"
        assert await two.refused(invited["letter"]) == "letter-again"
        found = read(accepted["letter"])
        assert isinstance(found, Acceptance)
        for changed in (
            structs.replace(found, told=b"x" * 32),
            structs.replace(found, decks=found.decks[:-1]),
            structs.replace(found, decks=[deck[:-24] + b"\xff" * 24 for deck in found.decks]),
        ):
            assert await one.refused(text_of(changed)) == "letter-wrong"
        assert [one["stage"] for one in await one.good("GET", "/api/letters")] == ["invited"]
        assert [one["stage"] for one in await two.good("GET", "/api/letters")] == ["accepted"]
        await one.good("POST", "/api/letters", {"letter": accepted["letter"]})
        assert await one.good("GET", "/api/letters") == []
        assert await one.refused(late["letter"]) == "letter-again"
        text = await write(Chooser("krosmaster", 1), one, invited["id"])
        assert await third.refused(text) == "letter-differs", "it was another who was accepted"
        await two.good("POST", "/api/letters", {"letter": text})
        assert await third.good("POST", f"/api/letters/{invited['id']}/forget") == []

    asyncio.run(walk())


@pytest.mark.parametrize("what", ["dice", "decks", "cards"])
def test_whoever_has_played_false_is_told_of_when_all_is_laid_open(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The guest plays false: his secret is not the one his dice were bound by, or he has not shuffled; and a card that
    was told of is not the one that was drawn."""

    def unshuffled(locks: Locks, decks: list[bytes]) -> list[bytes]:
        monkeypatch.setattr(Locks, "order", lambda self, deck, size: list(range(size)))
        found = second_locked(locks, decks)
        monkeypatch.undo()
        return found

    async def walk() -> None:
        if what == "decks":
            monkeypatch.setattr("esquive.hosting.correspondence.post.second_locked", unshuffled)
        one, two, match_id = await begun("krosmaster")
        chooser, writer, desks = Chooser("krosmaster", 3), 0, (one, two)
        while True:
            text = await write(chooser, desks[writer], match_id)
            if await is_over(desks[writer], match_id):
                break
            await desks[1 - writer].good("POST", "/api/letters", {"letter": text})
            writer = 1 - writer
        if writer == 0:  # the guest answers with the last letter
            await two.good("POST", "/api/letters", {"letter": text})
            text = await two.letter(match_id)
        letter, mail = read(text), await one.mail(match_id)
        assert isinstance(letter, Turn | LastLetter)
        if what == "dice":
            text = text_of(structs.replace(letter, secret=b"x" * 32))
        elif what == "cards":
            number, (deck, card) = next(iter(mail.seen.items()))
            made = (await one.room(match_id)).match.dice.draws.made  # type: ignore[union-attr]
            drawn = {draw.card for draw in made if draw.deck == deck}
            twin = next(other for other in range(len(mail.cards[deck])) if other not in drawn)
            mail.cards[deck][twin], mail.seen[number] = mail.cards[deck][card], (deck, twin)
        await one.good("POST", "/api/letters", {"letter": text})
        view = await one.good("GET", f"/api/letters/{match_id}")
        assert (await one.mail(match_id)).wrong == what
        assert (view["stage"], bool(view["wrong"])) == ("done", True)

    asyncio.run(walk())


def test_one_gives_up_in_ones_own_turn_and_nothing_else_can_be_wished() -> None:
    async def walk() -> None:
        one, two, match_id = await begun("kaos")
        room, other = await one.room(match_id), None
        chooser = Chooser("kaos", 4)
        while room.asked_player() != 0:
            await two.good("POST", "/api/letters", {"letter": await write(chooser, one, match_id)})
            await one.good("POST", "/api/letters", {"letter": await write(chooser, two, match_id)})
        for what in ("undo", "draw", "claim"):
            with pytest.raises(ProtocolError) as failed:
                await room.wish(frozenset({0}), Wish(what, "ask", room.version))  # type: ignore[arg-type]
            assert failed.value.code == "letter-no-wish"
        await room.wish(frozenset({0}), Wish("resign", "ask", room.version))
        assert room.match.is_over
        assert (await one.record(match_id))[1]["code"] == "letter-sealed"
        await two.good("POST", "/api/letters", {"letter": await one.letter(match_id)})
        other = await two.room(match_id)
        assert other.match.record.end == room.match.record.end
        assert other.stored.winner == SEAT_NAMES[1]
        with pytest.raises(ProtocolError) as failed:
            await other.wish(frozenset({1}), Wish("resign", "ask", other.version))
        assert failed.value.code == "over"
        await one.good("POST", "/api/letters", {"letter": await two.letter(match_id)})
        assert (await one.record(match_id))[0] == 200

    asyncio.run(walk())


def test_nobody_gives_up_while_the_other_is_to_write() -> None:
    async def walk() -> None:
        one, _, match_id = await begun("kaos")
        await write(Chooser("kaos", 4), one, match_id)
        room = await one.room(match_id)
        with pytest.raises(ProtocolError) as failed:
            await room.wish(frozenset({0}), Wish("resign", "ask", room.version))
        assert failed.value.code == "letter-not-now"

    asyncio.run(walk())


def test_cards_that_cannot_be_dealt_between_two_pages_are_refused_when_one_invites() -> None:
    async def walk() -> None:
        table, own, _ = TABLES["kaos"]
        desk = await Desk(0).open()
        wanted = {
            **table,
            "player": {"name": "Ann", "cards": own},
            "setup": {"decks": {"events": True, "place": "drowned-causeway"}},
        }
        status, found = await desk.ask("POST", "/api/letters/invitations", wanted)
        assert (status, found["code"]) == (501, "letter-cards"), found

    asyncio.run(walk())


def test_more_cards_than_the_others_letter_allows_for_are_not_drawn_and_the_turn_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("esquive.hosting.correspondence.matches.AHEAD", 3)

    async def walk() -> None:
        one, two, match_id = await begun("krosmaster")
        chooser, refused = Chooser("krosmaster", 7, keen=0.95), 0
        for number in range(40):
            writer, reader = ((one, two), (two, one))[number % 2]
            room = await writer.room(match_id)
            while room.asked_player() == writer.place:
                line, known = chooser.line(room), room.match.record.lines()
                try:
                    assert await room.answer(frozenset({writer.place}), room.version, line) is None
                except ProtocolError as error:
                    assert error.code == "letter-no-key"
                    assert room.match.record.lines() == known
                    refused += 1
                    chooser.keen = 0.0  # it plays something else
            chooser.keen = 0.95
            if room.match.is_over or refused > 1:
                break
            await reader.good("POST", "/api/letters", {"letter": await writer.letter(match_id)})
        assert refused

    asyncio.run(walk())


def test_the_page_says_which_match_a_letter_belongs_to_where_it_is_known() -> None:
    async def walk() -> None:
        one, two, match_id = await begun("kaos")
        text = await write(Chooser("kaos", 4), one, match_id)
        assert (await two.good("POST", "/api/letters/which", {"letter": text}))["id"] == match_id
        status, found = await (await Desk(1).open()).ask("POST", "/api/letters/which", {"letter": text})
        assert (status, found["code"]) == (404, "no-such-match")

    asyncio.run(walk())
