## protocol/ - TGI: the specification, and the code that serves both sides.
