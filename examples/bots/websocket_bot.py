"""A bot at a server, by the websocket as a browser would: it takes the open seat of a match and plays it to the end.

    python examples/bots/websocket_bot.py http://127.0.0.1:8000 MATCH "Striker"

MATCH is the end of the address of a match with an open seat. What is said is told in docs/protocol.md.
"""

import json
import random
import sys
import time
import urllib.request

from websockets.sync.client import connect

PACE = 0.06  # seconds before an answer: a server takes 60 messages in 3 s


def take_seat(server: str, match: str, name: str) -> str:
    """The token that plays for the seat taken."""
    body = json.dumps({"name": name}).encode()
    wanted = urllib.request.Request(
        f"{server}/api/matches/{match}/seats", body, {"Content-Type": "application/json"}, method="POST"
    )
    with urllib.request.urlopen(wanted) as response:
        return str(json.load(response)["token"])


def choose(decision: dict) -> str:
    """A cast if there is one, else anything."""
    lines = [option["do"] for option in decision["options"]]
    return random.choice([line for line in lines if line.startswith("cast ")] or lines)


def play(server: str, match: str, token: str) -> str:
    """Answers whenever this seat is asked; how the match ended."""
    address = server.replace("http", "ws", 1) + f"/api/matches/{match}/ws"
    with connect(address, additional_headers={"Authorization": f"Bearer {token}"}, max_size=None) as socket:
        socket.send(json.dumps({"type": "hello", "version": 0}))
        for text in socket:
            said = json.loads(text)
            if said["type"] == "error":
                raise SystemExit(f"{said['code']}: {said.get('text', '')}")
            if said["type"] != "state":
                continue
            if said["over"]:
                return str(said["events"][-1]["sentence"] if said["events"] else said["ended"])
            if said["decision"]:
                time.sleep(PACE)
                line = choose(said["decision"])
                socket.send(json.dumps({"type": "answer", "version": said["version"], "do": line}))
    return "the server has closed the connection"


if __name__ == "__main__":
    address, number, name = sys.argv[1:]
    print(play(address, number, take_seat(address, number, name)))
