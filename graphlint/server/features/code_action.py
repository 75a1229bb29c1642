"""Code actions: the fixes of each finding, all safe fixes of a text, a comment that silences a finding, the rule explained."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcContentModified

from graphlint.check.diagnostic import Diagnostic, PlacedFix
from graphlint.check.suppression.add_noqa import UNSUPPRESSIBLE
from graphlint.rule.fix import Applicability
from graphlint.server.check_scheduler import ASKED, Outcome
from graphlint.server.diagnostics import SOURCE
from graphlint.server.documents import Document
from graphlint.server.features.diagnostic import Diagnostics
from graphlint.server.features.execute_command import EXPLAIN
from graphlint.server.programs import Open
from graphlint.server.session import Session
from graphlint.server.workers import messages
from graphlint.server.workers.messages import Identity
from graphlint.server.workers.pool import WorkerDied, WorkerFault
from graphlint.server.workspace_edits import workspace_edit

FIX_ALL = "source.fixAll.graphlint"
# What an editor asks for when it saves a notebook, as a whole.
FIX_NOTEBOOK = f"notebook.{FIX_ALL}"
OPTIONS = types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix, FIX_ALL, FIX_NOTEBOOK], resolve_provider=True)
UNSAFE_NOTE = "This fix may change what is computed; see the rule's page."


class CodeActions:
    """Offers code actions, and works out what they do when one is chosen.

    Args:
        session: the connection.
        diagnostics: what the client was told.
    """

    def __init__(self, session: Session, diagnostics: Diagnostics) -> None:
        self._session = session
        self._diagnostics = diagnostics

    async def offer(self, params: types.CodeActionParams) -> list[types.CodeAction] | None:
        """The actions at a place."""
        document = self._session.documents.get(params.text_document.uri)
        program = self._session.program(params.text_document.uri)
        if document is None or program is None:
            return None
        outcome = await self._session.checks.outcome(program)
        only = params.context.only
        found: list[types.CodeAction] = []
        if _wanted(types.CodeActionKind.QuickFix, only):
            found += await self._quick_fixes(program, document, outcome, params.range)
        # Unasked, it would stand in the menu of every line.
        if self._session.options(program).fix_all:
            if _wanted(FIX_ALL, only) and (only or found):
                found.append(await self._fix_all(program, document, FIX_ALL))
            if document.notebook and only and _wanted(FIX_NOTEBOOK, only):
                found.append(await self._fix_all(program, document, FIX_NOTEBOOK))
        return found

    async def resolve(self, action: types.CodeAction) -> types.CodeAction:
        """The edit of an action that was chosen."""
        data = action.data
        if action.edit is not None or not isinstance(data, Mapping) or "uri" not in data:
            return action
        document = self._session.documents.get(data["uri"])
        program = self._session.program(data["uri"])
        if document is None or program is None or document.version != data.get("version"):
            raise JsonRpcContentModified("the text has changed since the action was offered")
        await self._fill(program, action, data)
        if document.version != data.get("version"):
            raise JsonRpcContentModified("the text has changed while the action was worked out")
        return action

    # The actions.

    async def _quick_fixes(self, program: Open, document: Document, outcome: Outcome, span: types.Range) -> list[types.CodeAction]:
        report = self._diagnostics.report(document.uri)
        if outcome.program is None or report is None or outcome.versions.get(document.uri) != document.version:
            return []
        # What the client was told stands in the same order as the findings of the text.
        own = [item for item in outcome.checked.diagnostics if program.part(item.place.start) is document]
        chosen = [(item, told) for item, told in zip(own, report.items, strict=False) if _touches(told.range, span)]
        fixes = await self._fixes(program, outcome, [Identity.of(item) for item, _ in chosen])
        found: list[types.CodeAction] = []
        for item, told in chosen:
            found.extend(self._of_finding(program, document, item, told, fixes.get(Identity.of(item), ())))
        for item, told in chosen:
            if item.code not in UNSUPPRESSIBLE:
                found.append(self._silence(document, item, told))
        found.extend(_explain(told, code) for code, told in {str(told.code): told for _, told in chosen}.items())
        if not self._session.client.resolves_edits:
            for action in found:
                if isinstance(action.data, Mapping) and action.edit is None:
                    await self._fill(program, action, action.data)
        return [action for action in found if action.edit or action.command or action.data]

    def _of_finding(
        self, program: Open, document: Document, item: Diagnostic, told: types.Diagnostic, fixes: Iterable[PlacedFix]
    ) -> Iterator[types.CodeAction]:
        preferred = True
        for index, fix in enumerate(fixes):
            if fix.applicability is Applicability.DISPLAY:
                continue
            safe = fix.applicability is Applicability.SAFE
            action = types.CodeAction(
                f"{item.code}: {fix.message}" + ("" if safe else " (unsafe)"),
                kind=types.CodeActionKind.QuickFix,
                diagnostics=[told],
                is_preferred=True if safe and preferred else None,
            )
            preferred = preferred and not safe
            if self._session.client.resolves_edits:
                action.data = {**_data(document, "fix"), **_packed(Identity.of(item)), "index": index}
            else:
                action.edit = self._edit(program, fix)
            yield action

    def _silence(self, document: Document, item: Diagnostic, told: types.Diagnostic) -> types.CodeAction:
        return types.CodeAction(
            f"Ignore {item.code} for this line",
            kind=types.CodeActionKind.QuickFix,
            diagnostics=[told],
            data={**_data(document, "silence"), **_packed(Identity.of(item))},
        )

    async def _fix_all(self, program: Open, document: Document, kind: str) -> types.CodeAction:
        action = types.CodeAction("graphlint: fix all safe findings", kind=kind, data=_data(document, "all"))
        if not self._session.client.resolves_edits:
            await self._fill(program, action, _data(document, "all"))
        return action

    # What they do.

    async def _fill(self, program: Open, action: types.CodeAction, data: Mapping[str, Any]) -> None:
        """Work out the edit of an action."""
        outcome = await self._session.checks.outcome(program)
        if outcome.program is None:
            return
        rules = self._session.folders.rules(program.path)
        try:
            if data["what"] == "fix":
                identity = _unpacked(data)
                fixes = (await self._fixes(program, outcome, [identity])).get(identity, ())
                if data["index"] < len(fixes):
                    action.edit = self._edit(program, fixes[data["index"]])
                return
            request = (
                messages.Silence(outcome.program, rules, outcome.context, _unpacked(data))
                if data["what"] == "silence"
                else messages.FixAll(outcome.program, rules, outcome.context)
            )
            edits = await self._session.pool.ask(request, messages.Edits, ASKED)
        except (WorkerDied, WorkerFault) as error:
            self._session.notices.failure(program.uri, f"internal error in {program.uri}: no fix could be worked out", str(error))
            return
        action.edit = workspace_edit(self._session, program, edits.edits)

    async def _fixes(self, program: Open, outcome: Outcome, wanted: list[Identity]) -> dict[Identity, tuple[PlacedFix, ...]]:
        """The fixes of some findings."""
        if not wanted or outcome.program is None:
            return {}
        request = messages.OfferFixes(outcome.program, self._session.folders.rules(program.path), outcome.context, tuple(wanted))
        try:
            offers = await self._session.pool.ask(request, messages.Offers, ASKED)
        except (WorkerDied, WorkerFault) as error:
            self._session.notices.failure(program.uri, f"internal error in {program.uri}: no fix could be worked out", str(error))
            return {}
        return dict(offers.fixes)

    def _edit(self, program: Open, fix: PlacedFix) -> types.WorkspaceEdit | None:
        unsafe = "" if fix.applicability is Applicability.SAFE else UNSAFE_NOTE
        return workspace_edit(self._session, program, fix.edits, unsafe)


def _explain(told: types.Diagnostic, code: str) -> types.CodeAction:
    command = types.Command(title=f"Explain {code}", command=EXPLAIN, arguments=[code])
    return types.CodeAction(f"Explain {code}", kind=types.CodeActionKind.QuickFix, diagnostics=[told], command=command)


def _wanted(kind: str, only: Iterable[str] | None) -> bool:
    """Whether a client that asks for some kinds of actions wants this one."""
    return only is None or any(kind == asked or kind.startswith(f"{asked}.") or not asked for asked in only)


def _touches(one: types.Range, two: types.Range) -> bool:
    return _key(one.start) <= _key(two.end) and _key(two.start) <= _key(one.end)


def _key(place: types.Position) -> tuple[int, int]:
    return (place.line, place.character)


def _data(document: Document, what: str) -> dict[str, Any]:
    return {"source": SOURCE, "uri": document.uri, "version": document.version, "what": what}


def _packed(identity: Identity) -> dict[str, Any]:
    return {"code": identity.code, "row": identity.row, "column": identity.column, "cell": identity.cell}


def _unpacked(data: Mapping[str, Any]) -> Identity:
    # What is null may be gone when it comes back: some clients keep tables that know no null.
    return Identity(data["code"], data["row"], data["column"], data.get("cell"))
