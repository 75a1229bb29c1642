"""The commands of `graphlint`: one module each, with a `run` that takes the arguments behind the command's name."""
