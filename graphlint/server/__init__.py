"""The language server: `session` holds what one connection knows, `features` answer the client's methods, `workers` do the analysis.

Nothing of the engine knows this package; it reaches the engine through `workers.engine`, in other processes than the one that talks to
the client.
"""
