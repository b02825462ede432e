"""The games as environments of three libraries for research: PettingZoo, Gymnasium and OpenSpiel (extra `envs`)."""
