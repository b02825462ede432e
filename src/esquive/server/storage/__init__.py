"""What is kept: the database, its writer, migrations, retention, verification."""
