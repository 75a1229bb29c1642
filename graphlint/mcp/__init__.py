"""Server of the Model Context Protocol: the results of the commands for coding agents. It needs the extra `mcp`.

`answers` computes the texts and knows nothing of the protocol; `server` offers them as tools.
"""
