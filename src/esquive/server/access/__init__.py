"""Who somebody is and what they may do: tokens, identities without accounts, the password of a server."""
