## engine/ - triancey-engine: the protocol loop and the players.
