import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";

import type { Explanations } from "./explanation";

/** The server's command that explains a traceback; the client registers it under this name, so the extension's own has another. */
const EXPLAIN_TRACEBACK = "graphlint.explainTraceback";

/** The part of the server's answer that is shown. */
interface TracebackExplanation {
  readonly code: string | null;
  readonly markdown: string;
}

/** Explains the traceback in the selection or, without a selection, in the clipboard; the answer is shown next to the code. */
export async function explainTraceback(client: LanguageClient, explanations: Explanations): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const selected = editor?.document.getText(editor.selection) ?? "";
  const text = selected.trim() === "" ? await vscode.env.clipboard.readText() : selected;
  if (!text.includes("Traceback")) {
    void vscode.window.showInformationMessage("Select a traceback or copy one to the clipboard.");
    return;
  }
  const uri = editor?.document.uri.scheme === "file" ? client.code2ProtocolConverter.asUri(editor.document.uri) : "";
  try {
    const found = await client.sendRequest<TracebackExplanation>("workspace/executeCommand", { command: EXPLAIN_TRACEBACK, arguments: [text, uri] });
    await explanations.show({ code: found.code ?? "graphlint", name: "traceback", markdown: found.markdown });
  } catch (error) {
    void vscode.window.showWarningMessage(`graphlint: ${error instanceof Error ? error.message : String(error)}`);
  }
}
