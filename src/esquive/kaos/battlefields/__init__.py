"""The rules of battlefields and scenarios that players make: what they must be, and what is worth knowing of them."""
