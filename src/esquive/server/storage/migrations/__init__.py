"""The database's history: one module a change, run by Alembic whenever a server starts."""
