"""Library models: the effects of library functions and classes on graphs, as data. One loader reads them and the users' setting."""
