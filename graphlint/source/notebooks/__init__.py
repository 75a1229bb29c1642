"""Jupyter notebooks as sources: the code cells joined in their order to one text, and the way back into the file.

`document` reads the JSON and knows where in it each cell's code is stored, `magics` sets aside what is no Python, `notebook` is the
`Source` that the rest works on, and `respelling` changes code in the stored text and nothing else.
"""
