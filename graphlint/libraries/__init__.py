"""Library models: what the functions and classes of libraries do to graphs, as data. One loader reads them and the users' setting."""
