"""What a position of Krosmaster Arena is worth to a player: what bots go by."""
