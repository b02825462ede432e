"""Several processes that share a database: leases, take-over, what they say to one another."""
