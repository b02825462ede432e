"""Matches of figures on a real table: dice are entered and taken back, positions are put right."""

import asyncio
from pathlib import Path

import pytest

from esquive.core.games import game_named
from esquive.core.record import parse_record, verify
from esquive.server.storage.verification import check_match
from tests.server.one_device import Shared, begin
from tests.server.services import database_at
from tests.server.serving import thread_server
from tests.server.stores import opened


def wrong(file: Path, match_id: str) -> list[str]:
    async def look() -> list[str]:
        async with opened(database_at(file), is_server=False) as store:
            return (await check_match(store, match_id)).wrong

    return asyncio.run(look())


def test_dice_are_entered_and_a_die_entered_wrong_is_taken_back(tmp_path: Path) -> None:
    with thread_server(tmp_path / "matches.sqlite") as site:
        made = begin(site)
        with site.follow(made["id"], made["token"]) as client:
            table = Shared(client)
            assert table.state["dice"] == "table"
            table.until_dice()
            before = table.state
            assert before["asked"] is None
            assert before["decision"] is None
            faces = {one["do"]: one["label"] for one in before["roll"]["faces"]}
            assert faces["critical"] == "Critical"
            table.enter("critical")
            assert table.state["roll"] is None
            assert table.state["wishes"]["undo"] == "free"
            table.say(type="wish", what="undo")
            assert (table.state["view"], table.state["roll"]) == (before["view"], before["roll"])
            table.enter("lock")
            assert table.state["roll"] is None


def test_a_roll_that_cannot_fall_like_that_is_refused_in_a_sentence(tmp_path: Path) -> None:
    with thread_server(tmp_path / "matches.sqlite") as site:
        made = begin(site)
        with site.follow(made["id"], made["token"]) as client:
            table = Shared(client)
            table.until_dice()
            told = table.say(type="answer", do="roll heads")
            assert (told["type"], told["code"]) == ("error", "bad-line")
            with site.follow(made["id"]) as watching:
                watching.hello()
                watching.send({"type": "answer", "version": table.state["version"], "do": "roll lock"})
                assert watching.read()["code"] == "not-your-decision"


def test_a_figure_that_stands_elsewhere_is_put_right_and_all_of_it_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "matches.sqlite"
    with thread_server(file) as site:
        made = begin(site)
        with site.follow(made["id"], made["token"]) as client:
            table = Shared(client)
            table.until_moving()
            move = next(one["do"] for one in table.state["decision"]["options"] if one["verb"] == "move")
            _, document = site.ask(f"/api/matches/{made['id']}", token=made["token"])
            unit = table.state["view"]["turn"]["unit"]
            at = table.position[unit]
            to = move.split()[-1]
            for key in ("exact", "profiles"):
                document.pop(key, None)
            next(one for one in document["unit"] if one["id"] == unit)["at"] = to
            assert table.say(type="wish", what="correct", document=document)["type"] == "state"
            assert table.position[unit] == to
            (told,) = table.state["events"]
            assert told["kind"] == "corrected"
            assert f"unit.{unit}.at: {at} -> {to}" in told["sentence"]
            table.say(type="wish", what="undo")
            assert table.position[unit] == at
            table.say(type="wish", what="correct", document=document)
            stored, position = table.state["version"], table.position
    assert wrong(file, made["id"]) == []
    with thread_server(file) as site, site.follow(made["id"], made["token"]) as client:
        table = Shared(client)
        assert (table.state["version"], table.position) == (stored, position)
        table.say(type="wish", what="resign")
        _, text = site.ask(f"/api/matches/{made['id']}/record", token=made["token"])
        record = parse_record(text if isinstance(text, str) else "")
        assert [one for one in record.entries if one.get("line") == "correct"]
        assert verify(record, game_named("krosmaster")) == []
        status, replay = site.ask(f"/api/matches/{made['id']}/replay")
        assert status == 200
        assert any("real table" in line["sentence"] for step in replay["steps"] for line in step["log"])


def test_nobody_else_puts_a_position_right_and_no_other_match_is_put_there(tmp_path: Path) -> None:
    with thread_server(tmp_path / "matches.sqlite") as site:
        made = begin(site)
        _, document = site.ask(f"/api/matches/{made['id']}", token=made["token"])
        with site.follow(made["id"], made["player_tokens"][0]) as client:
            alone = Shared(client)
            told = alone.say(type="wish", what="correct", document=document)
            assert told["code"] == "not-your-decision"
        with site.follow(made["id"], made["token"]) as client:
            table = Shared(client)
            told = table.say(type="wish", what="correct", document={"game": "krosmaster"})
            assert told["code"] == "bad-position"
            assert told["message"]
            told = table.say(type="wish", what="correct")
            assert told["code"] == "bad-position"
        usual = site.new_match("human", "human")
        with site.follow(usual["id"], usual["token"]) as client:
            told = Shared(client).say(type="wish", what="correct", document=document)
            assert told["code"] == "not-your-decision"


@pytest.mark.parametrize("agent", ["human", "random"])
def test_a_whole_game_of_kaos_is_entered_to_its_end(tmp_path: Path, agent: str) -> None:
    file = tmp_path / "matches.sqlite"
    with thread_server(file) as site:
        players = [{"name": "Ann", "cards": ["two-gleams"]}, {"name": "Bob", "cards": ["gravediggers"], "agent": agent}]
        made = begin(
            site, game="kaos", players=players, options={"horde_points": "45", "rounds": "1"}, arena="broken-abbey"
        )
        with site.follow(made["id"], made["token"]) as client:
            table = Shared(client)
            for _ in range(400):
                if table.state["over"]:
                    break
                if table.state["roll"] is not None:
                    table.enter()
                elif table.state["decision"] is None:
                    table.state = client.read()
                else:
                    lines = [one["do"] for one in table.state["decision"]["options"]]
                    table.say(type="answer", do=table.rng.choice(lines))
            assert table.state["over"], table.state["decision"]
        _, text = site.ask(f"/api/matches/{made['id']}/record", token=made["token"])
        record = parse_record(text if isinstance(text, str) else "")
        assert record.header["dice"] == {"kind": "table"}
        assert verify(record, game_named("kaos")) == []
    assert wrong(file, made["id"]) == []
