"""Jupyter notebooks as sources: the code cells joined to one text, with a mapping back into the file.

`document` parses the JSON and locates each cell's code in it, `magics` replaces lines that are not Python, `notebook` is the `Source`, and
`cell_text` edits code in the stored text and nothing else.
"""
