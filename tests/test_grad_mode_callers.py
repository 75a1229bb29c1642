"""The grad mode at the calls of a function, by the summaries of the files that may call it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from graphlint.project.file_summary import FileSummary
from graphlint.project.grad_mode_callers import is_only_without_grad
from graphlint.project.summarize import summarize

MODEL = """
class Recognizer(nn.Module):
    def forward(self, inputs):
        return self.decode_greedy(self.encoder(inputs))

    def decode_greedy(self, encoded):
        return self.decoder(encoded)
"""
WITHOUT_GRAD = """
def recognize(model, batch):
    with torch.no_grad():
        return model(batch)
"""
WITH_GRAD = """
def recognize(model, batch):
    return model(batch)
"""


def _is_only_without_grad(name: str, owner: str, *texts: str) -> bool:
    summaries = {text: summarize(ast.parse(text)) for text in texts}

    def files_with(word: str) -> Iterator[FileSummary]:
        return (summary for text, summary in summaries.items() if word in text)

    return is_only_without_grad(name, owner, files_with)


def test_a_method_of_forward_runs_in_the_mode_of_those_who_call_the_module() -> None:
    assert _is_only_without_grad("decode_greedy", "Recognizer", MODEL, WITHOUT_GRAD)


def test_no_file_calls_the_module_without_grad() -> None:
    assert not _is_only_without_grad("decode_greedy", "Recognizer", MODEL, WITH_GRAD)


def test_forward_itself_is_called_under_names_that_do_not_show_it() -> None:
    assert not _is_only_without_grad("forward", "Recognizer", MODEL, WITHOUT_GRAD)


def test_a_caller_with_grad_mode_on_decides() -> None:
    other = "def score(recognizer, encoded):\n    return recognizer.decode_greedy(encoded)\n"
    assert not _is_only_without_grad("decode_greedy", "Recognizer", MODEL, WITHOUT_GRAD, other)


COMMAND = """
def reconstruct(args):
    return load(args)(args.data)

def main(args):
    with torch.no_grad():
        COMMANDS[args.command](args)

COMMANDS = {"reconstruct": reconstruct}
"""


def test_a_function_in_a_table_is_called_where_an_item_of_the_table_is() -> None:
    assert _is_only_without_grad("reconstruct", "", COMMAND)
    assert not _is_only_without_grad("reconstruct", "", COMMAND.replace("torch.no_grad()", "timer()"))


def test_a_function_that_a_keyword_names_is_called_by_its_name() -> None:
    parser = "from commands import reconstruct\n\nparser.set_defaults(run=reconstruct)\n"
    without, enabled = (f"def main(args):\n    with {mode}:\n        args.run(args)\n" for mode in ("torch.no_grad()", "timer()"))
    function = "def reconstruct(args):\n    return load(args)(args.data)\n"
    assert _is_only_without_grad("reconstruct", "", function, parser, without)
    assert not _is_only_without_grad("reconstruct", "", function, parser, enabled)


def test_a_function_in_a_table_of_which_no_item_is_called() -> None:
    assert not _is_only_without_grad("reconstruct", "", COMMAND.replace("COMMANDS[args.command](args)", "print(args)"))
