## games/ - the rules of each game behind one interface; knows grids/ and nothing else.
