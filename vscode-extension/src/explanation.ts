import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";

import { EXPLAIN, type RulePage, rulesIn } from "./rules";

const SCHEME = "graphlint-rule";

/** Shows the pages of rules, rendered, as documents that nobody has to save. */
export class Explanations implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly pages = new Map<string, string>();
  private readonly registration: vscode.Disposable;

  constructor() {
    this.registration = vscode.workspace.registerTextDocumentContentProvider(SCHEME, this);
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.pages.get(uri.path) ?? "";
  }

  /** Shows a page beside the code. */
  async show(page: RulePage): Promise<void> {
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${page.code} ${page.name}.md` });
    this.pages.set(uri.path, page.markdown);
    try {
      await vscode.commands.executeCommand("markdown.showPreviewToSide", uri);
    } catch {
      // The extension that renders Markdown can be switched off.
      await vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.Beside, preview: true });
    }
  }

  dispose(): void {
    this.registration.dispose();
  }
}

/** Asks the server for the page of the rule under the cursor, and of several for the one that is meant. */
export async function explainUnderCursor(client: LanguageClient, editor: vscode.TextEditor, explanations: Explanations): Promise<void> {
  const known = codesAt(editor);
  if (known.length === 0) {
    void vscode.window.showInformationMessage("There is no finding of graphlint on this line, nor a comment that names a rule.");
    return;
  }
  const code = known.length === 1 ? known[0] : await vscode.window.showQuickPick(known, { title: "Which rule?" });
  if (code !== undefined) {
    await explanations.show(await client.sendRequest<RulePage>("workspace/executeCommand", { command: EXPLAIN, arguments: [code] }));
  }
}

/** The rules that are meant at the cursor: of the findings there, else of those on its line, else those that a comment on its line names. */
function codesAt(editor: vscode.TextEditor): string[] {
  const { document, selection } = editor;
  const own = vscode.languages.getDiagnostics(document.uri).filter((item) => item.source === "graphlint");
  const line = document.lineAt(selection.active.line);
  const here = own.filter((item) => item.range.contains(selection.active));
  const onLine = own.filter((item) => item.range.intersection(line.range) !== undefined);
  const found = (here.length > 0 ? here : onLine).map(codeOf);
  return [...new Set(found.length > 0 ? found : rulesIn(line.text))];
}

function codeOf(item: vscode.Diagnostic): string {
  return String(typeof item.code === "object" ? item.code.value : item.code);
}
