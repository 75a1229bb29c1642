"""A page for people, in one file: findings by file, each with its picture, its source, and its fix as a diff.

The page loads nothing. Without JavaScript it shows everything; its only script searches and filters.
"""

from __future__ import annotations

import base64
import hashlib
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from graphlint.pictures.svg import STYLE, draw_svg, escape
from graphlint.pictures.text import title as picture_title
from graphlint.report.terminal_text import visible
from graphlint.rule.base import Severity
from graphlint.rule.fix import Applicability
from graphlint.rule.urls import address_of

if TYPE_CHECKING:
    from graphlint.check.diagnostic import Diagnostic, Place
    from graphlint.pictures.record import Life
    from graphlint.report.report import Report
    from graphlint.report.style import Style

PAGE_STYLE = (
    ":root{color-scheme:light dark;--fg:#1f2328;--mute:#59636e;--line:#d1d9e0;--bg:#fff;--soft:#f6f8fa;--error:#d1242f;--warning:#9a6700;"
    "--info:#0969da;--add:#dafbe1;--del:#ffebe9}"
    "@media(prefers-color-scheme:dark){:root{--fg:#e6edf3;--mute:#9198a1;--line:#3d444d;--bg:#0d1117;--soft:#151b23;--error:#ff7b72;"
    "--warning:#d29922;--info:#58a6ff;--add:#12261e;--del:#301b1e}}"
    "body{margin:0 auto;max-width:80rem;padding:1rem;background:var(--bg);color:var(--fg);font:15px/1.5 system-ui,sans-serif}"
    "code,pre{font:13px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}"
    "h1{font-size:1.4rem}h2{font-size:1.1rem;margin:2rem 0 .5rem}h3{font-size:1rem;margin:0 0 .5rem}h2,h3{overflow-wrap:anywhere}"
    "article{border:1px solid var(--line);border-radius:6px;padding:1rem;margin:1rem 0}"
    "pre{background:var(--soft);padding:.5rem;overflow-x:auto;margin:.5rem 0}"
    ".picture{overflow-x:auto;margin:.5rem 0}.life{max-width:none}.mute{color:var(--mute)}a{color:var(--info)}"
    + "".join(f".{severity.value}{{color:var(--{severity.value})}}" for severity in Severity)
    + ".added{background:var(--add)}.removed{background:var(--del)}form{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center}"
    "input[type=search]{font:inherit;min-width:16rem;padding:.2rem .5rem}ul{padding-left:1.2rem}[hidden]{display:none}"
)
SCRIPT = (
    "const form=document.querySelector('form'),items=[...document.querySelectorAll('article')];form.hidden=false;"
    "function show(){const words=form.search.value.toLowerCase().split(/\\s+/),data=new FormData(form),"
    "on=new Set([...data.getAll('severity'),...data.getAll('code')]);let shown=0;"
    "for(const item of items){const text=item.textContent.toLowerCase();"
    "item.hidden=!(on.has(item.dataset.severity)&&on.has(item.dataset.code)&&words.every(word=>text.includes(word)));"
    "shown+=item.hidden?0:1}"
    "for(const part of document.querySelectorAll('section'))part.hidden=!part.querySelector('article:not([hidden])');"
    "document.querySelector('output').textContent=shown+' of '+items.length+' findings'}"
    "form.addEventListener('input',show);form.addEventListener('submit',event=>event.preventDefault());show()"
)


@dataclass(frozen=True, slots=True)
class Entry:
    """A finding of the page, with its picture and what a run showed of it; or the picture of a line without a finding."""

    diagnostic: Diagnostic | None
    life: Life | None = None
    evidence: tuple[str, ...] = ()


def render(report: Report, style: Style) -> Iterator[str]:  # noqa: ARG001  a page has its own style
    """The page of a report."""
    lives = report.lives or (None,) * len(report.diagnostics)
    entries = [Entry(diagnostic, life) for diagnostic, life in zip(report.diagnostics, lives, strict=True)]
    yield from page("graphlint report", entries, [*report.summary_lines(), *(f"Error: {message}" for message in report.errors)])


def page(title: str, entries: Sequence[Entry], summary: Sequence[str]) -> Iterator[str]:
    """Yield a page of findings, ordered by file.

    Args:
        summary: the sentences below the title.
    """
    digest = base64.b64encode(hashlib.sha256(SCRIPT.encode()).digest()).decode("ascii")
    policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    yield (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><meta name="generator" content="graphlint">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}"><meta name="viewport" content="width=device-width">'
        f"<title>{escape(title)}</title><style>{PAGE_STYLE}{STYLE}</style></head><body>\n<h1>{escape(title)}</h1>\n"
    )
    yield "".join(f"<p>{_prose(sentence)}</p>\n" for sentence in summary)
    findings = [(entry, entry.diagnostic) for entry in entries if entry.diagnostic is not None]
    yield _form([diagnostic for _, diagnostic in findings])
    for path, group in itertools.groupby(findings, key=lambda item: item[1].place.path):
        yield f"<section><h2>{escape(visible(path))}</h2>\n"
        for entry, diagnostic in group:
            yield from _article(entry, diagnostic)
        yield "</section>\n"
    for entry in entries:
        if entry.diagnostic is None and entry.life is not None:
            yield f'<h2>{_prose(picture_title(entry.life))}</h2>\n<div class="picture">{draw_svg(entry.life, styled=False)}</div>\n'
    yield f"<script>{SCRIPT}</script></body></html>\n" if findings else "</body></html>\n"


def _form(findings: Sequence[Diagnostic]) -> str:
    """Return the fields that filter, hidden until the script runs."""
    if not findings:
        return ""
    severities = {diagnostic.severity for diagnostic in findings}
    boxes = [("severity", severity.value, severity.value) for severity in Severity if severity in severities]
    names = {diagnostic.code: f"{diagnostic.code} {diagnostic.name}" for diagnostic in findings}
    boxes += [("code", code, names[code]) for code in sorted(names)]
    fields = "".join(
        f'<label><input type="checkbox" name="{field}" value="{escape(value)}" checked> {escape(text)}</label>'
        for field, value, text in boxes
    )
    search = '<input type="search" name="search" aria-label="Search" placeholder="Search findings">'
    return f'<form hidden role="search">{search}{fields}<output class="mute"></output></form>\n'


def _article(entry: Entry, diagnostic: Diagnostic) -> Iterator[str]:
    place, severity = diagnostic.place, diagnostic.severity.value
    address = address_of(diagnostic.code, diagnostic.name)
    rule = f"{diagnostic.code} {diagnostic.name}"
    linked = f'<a href="{escape(address)}">{escape(rule)}</a>' if address else escape(rule)
    yield f'<article data-severity="{severity}" data-code="{escape(diagnostic.code)}">\n'
    yield f'<h3>{_where(place)}: <span class="{severity}">{severity}</span> {linked}: {_prose(diagnostic.message)}</h3>\n'
    if entry.life is not None and entry.life.marks:
        yield f'<div class="picture">{draw_svg(entry.life, styled=False)}</div>\n'
    yield f"<pre>{''.join(_excerpt(diagnostic))}</pre>\n"
    for text in entry.evidence:
        yield f"<p>{_prose(text)}</p>\n"
    if diagnostic.explanation:
        items = "".join(f"<li>{escape(label)}: {_prose(text)}</li>" for label, text in diagnostic.explanation)
        yield f"<ul>{items}</ul>\n"
    if diagnostic.fix is not None:
        unsafe = "" if diagnostic.fix.applicability is Applicability.SAFE else f" ({diagnostic.fix.applicability.value})"
        lines = "".join(map(_changed_line, diagnostic.fix.diff))
        yield f"<p>fix{unsafe}: {_prose(diagnostic.fix.message)}</p>\n" + (f"<pre>{lines}</pre>\n" if lines else "")
    yield "</article>\n"


def _excerpt(diagnostic: Diagnostic) -> Iterator[str]:
    """Yield the source line of each place of a finding, in the order in which they happen, with what happens there."""
    places = [(related.place, related.message) for related in diagnostic.related] + [(diagnostic.place, "")]
    width = max(len(str(place.start.row)) for place, _ in places)
    for place, message in places:
        if place.line is not None:
            other = f"{escape(visible(place.path))}: " if place.path != diagnostic.place.path else ""
            label = f'  <span class="mute">{_prose(message or "here")}</span>'
            yield f'<span class="mute">{other}{place.start.row:>{width}}</span> {escape(visible(place.line.rstrip()))}{label}\n'


def _changed_line(line: str) -> str:
    kind = {"+": "added", "-": "removed"}.get(line[:1], "mute")
    return f'<span class="{kind}">{escape(visible(line))}</span>\n'


def _where(place: Place) -> str:
    cell = "" if place.start.cell is None else f"cell {place.start.cell}, "
    return f"{cell}line {place.start.row}"


def _prose(text: str) -> str:
    """Return a text in which only code in backticks is markup."""
    parts = visible(text).split("`")
    if len(parts) % 2 == 0:
        return escape(visible(text))
    return "".join(f"<code>{escape(part)}</code>" if index % 2 else escape(part) for index, part in enumerate(parts))
