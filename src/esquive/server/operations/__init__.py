"""What operators need: configuration, health, metrics, logs."""
