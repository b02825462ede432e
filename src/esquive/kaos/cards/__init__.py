"""Cards, battlefields, scenarios and hordes as files: reading them, checking them, and the catalogue shipped."""
