"""Language server: `session` is the state of a connection, `features` handle the LSP methods, `workers` run the analysis.

The analysis runs in worker processes (`workers.engine`), never in the process that talks to the client.
"""
