"""A match among people: the protocol, rooms, clocks, presence, offers, replays, bots."""
