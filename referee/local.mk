## referee/ - triancey-referee: engines as processes, matches, leagues, records, standings.
