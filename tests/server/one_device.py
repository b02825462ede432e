"""Matches whose dice are thrown on a real table, and the one device there that plays for everybody."""

from random import Random
from typing import Any

from tests.server.serving import BROTHERHOOD, FIRST_BOX, Follower, Site

PEOPLE = [{"name": "Ann", "cards": FIRST_BOX}, {"name": "Bob", "cards": BROTHERHOOD}]


class Shared:
    """The one device at the table, which plays for everybody."""

    def __init__(self, client: Follower) -> None:
        self.client = client
        self.rng = Random(1)
        self.state = client.hello()

    def say(self, **message: Any) -> dict[str, Any]:
        """Says something; returns what it is told."""
        self.client.send({"version": self.state["version"], **message})
        told = self.client.read()
        if told["type"] == "state":
            self.state = told
        return told

    def enter(self, face: str = "") -> None:
        """Enters how the roll fell that is due, every die as `face`."""
        roll = self.state["roll"]
        if roll["dice"]:
            faces = [face or self.rng.choice(roll["faces"])["do"] for _ in range(roll["dice"])]
            line = " ".join([roll["verb"], *faces])
        else:
            line = roll["options"][0]["do"]
        assert self.say(type="answer", do=line)["type"] == "state"

    def until_moving(self) -> None:
        """Answers and rolls until a figure may move."""
        for _ in range(60):
            if self.state["roll"] is not None:
                self.enter()
            elif any(one["verb"] == "move" for one in self.state["decision"]["options"]):
                return
            else:
                lines = [one["do"] for one in self.state["decision"]["options"]]
                self.say(type="answer", do="keep" if "keep" in lines else lines[0])
        raise AssertionError("nobody ever moves")

    def until_dice(self) -> None:
        """Answers until dice are due once figures have begun to move."""
        self.until_moving()
        while self.state["roll"] is None or "critical" not in [one["do"] for one in self.state["roll"]["faces"]]:
            if self.state["roll"] is not None:
                self.enter()
                continue
            lines = [one["do"] for one in self.state["decision"]["options"]]
            self.say(type="answer", do=next((one for one in lines if one in ("end", "keep")), lines[0]))

    @property
    def position(self) -> dict[str, Any]:
        units: list[dict[str, Any]] = self.state["view"]["units"]
        return {one["id"]: one["at"] for one in units}


def begin(site: Site, **more: Any) -> dict[str, Any]:
    status, made = site.ask("/api/matches", {"players": PEOPLE, "dice": "table", **more})
    assert status == 201, made
    assert made["commitment"] == ""
    return dict(made)
