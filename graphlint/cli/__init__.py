"""Commands of `graphlint`: one module each, with a `run` function that takes the arguments after the command's name."""
