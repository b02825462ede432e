"""What is tried out before it is answered: judged by the server, the newest alone, and told to who asked."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from esquive.hosting.protocol import PreviewMessage
from esquive.kaos.seen.draft_shapes import KaosDrafted, TriedReach
from tests.server.serving import Follower, Site, thread_server
from tests.server.test_kaos_live import create

pytestmark = pytest.mark.anywhere
DECLARED = PreviewMessage[str, KaosDrafted]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder: Path = tmp_path_factory.mktemp("previews")
    with thread_server(folder / "matches.sqlite") as found:
        yield found


def to_a_plan(client: Follower) -> dict[str, Any]:
    """Answers until a plan is asked for."""
    state = client.until_asked(client.hello())
    while state["decision"]["kind"] != "plan":
        line = state["decision"]["options"][0]["do"]
        state = client.until_asked(client.ask({"type": "answer", "version": state["version"], "do": line}))
    return state


def draft(state: dict[str, Any], number: int, **more: Any) -> dict[str, Any]:
    return {"type": "preview", "number": number, "version": state["version"], "draft": more}


def test_a_path_is_judged_and_nothing_has_changed_by_it(site: Site) -> None:
    made = create(site, "human", "greedy")
    with site.follow(made["id"], made["token"]) as client:
        state = to_a_plan(client)
        figure = next(one for one in state["view"]["figure"] if one["id"] == state["decision"]["figure"])
        found = client.ask(draft(state, 7, kind="path", legs=[{"leg": "face", "facing": 30}]))
        assert msgspec.convert(found, DECLARED).number == 7
        assert found["found"]["line"].startswith("plan stay") and found["found"]["simple"] == figure["move"]
        reach = client.ask(draft(state, 8, kind="reach", figure=figure["id"]))
        area = msgspec.convert(reach, DECLARED).found
        assert isinstance(area, TriedReach) and area.walk and area.run
        assert client.hello()["version"] == state["version"]


def test_of_many_asks_the_newest_is_answered_and_an_answer_does_not_wait_for_them(site: Site) -> None:
    """Numbers come in order, the last one for sure; meanwhile the match goes on."""
    made = create(site, "human", "greedy")
    with site.follow(made["id"], made["token"]) as client:
        state = to_a_plan(client)
        figure = state["decision"]["figure"]
        for number in range(1, 61):
            client.send(draft(state, number, kind="reach", figure=figure))
        client.send({"type": "why", "do": "plan stay"})
        got: list[int] = []
        while not got or got[-1] != 60:
            message = client.read()
            assert message["type"] in ("preview", "why")
            if message["type"] == "preview":
                got.append(message["number"])
            else:
                assert got[-1:] != [60], "the judge waits for no more than one of them"
        assert got == sorted(set(got)) and len(got) < 30
        late = client.ask(draft({"version": state["version"] - 1}, 61, kind="reach", figure=figure))
        assert (late["number"], late["found"]) == (61, None)


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ({"kind": "path", "legs": [{"leg": "fly"}]}, "bad-message"),
        ({"kind": "path", "legs": [{"leg": "go", "x": 1, "y": 1}] * 41}, "bad-message"),
        ({"kind": "reach", "figure": "nobody"}, "bad-line"),
        ({"kind": "compass"}, "bad-message"),
        ({"kind": "ruler", "start": "nobody", "end": {"x": 3, "y": 3}}, "bad-line"),
    ],
)
def test_what_is_no_draft_is_refused_in_plain_words(site: Site, wanted: dict[str, Any], code: str) -> None:
    made = create(site, "human", "greedy")
    with site.follow(made["id"], made["token"]) as client:
        state = client.hello()
        told = client.ask(draft(state, 1, **wanted))
        assert (told["type"], told["code"]) == ("error", code) and told["message"]


def test_who_watches_may_measure_and_moves_nobody(site: Site) -> None:
    """Anybody may measure at any time [Kaos K9.1]."""
    made = create(site, "human", "greedy")
    with site.follow(made["id"], made["token"]) as client, site.follow(made["id"]) as watcher:
        state = to_a_plan(client)
        figure = state["decision"]["figure"]
        seen = watcher.hello()
        assert watcher.ask(draft(seen, 1, kind="ruler", start=figure, end={"x": 5, "y": 5}))["found"]["length"] > 0
        assert watcher.ask(draft(seen, 2, kind="path", legs=[]))["code"] == "bad-line"


def test_a_game_in_which_nothing_is_tried_out_says_so(site: Site) -> None:
    made = site.new_match()
    with site.follow(made["id"], made["token"]) as client:
        told = client.ask(draft(client.hello(), 1, kind="path", legs=[]))
    assert told["code"] == "no-preview" and "Krosmaster" in json.dumps(told)
