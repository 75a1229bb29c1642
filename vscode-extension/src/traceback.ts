import { randomBytes } from "node:crypto";

import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";

import { openPlace } from "./places";
import { htmlOf, type PagePlace, placesOf, type TracebackPage } from "./tracebackPage";

/** The server's command that explains a traceback; the client registers it under this name, so the extension's own has another. */
const EXPLAIN_TRACEBACK = "graphlint.explainTraceback";
/** The only command that links of the page can run; its argument is a number. */
const OPEN_PLACE = "graphlint.openTracebackPlace";

/** The part of the server's answer that is shown. */
interface TracebackExplanation {
  readonly page: TracebackPage;
}

/** Explains tracebacks on a page next to the code; a new one replaces the one before. */
export class TracebackView implements vscode.Disposable {
  private readonly command: vscode.Disposable;
  private panel: vscode.WebviewPanel | undefined;
  private places: readonly PagePlace[] = [];

  constructor() {
    this.command = vscode.commands.registerCommand(OPEN_PLACE, async (index: unknown) => {
      const place = typeof index === "number" ? this.places[index] : undefined;
      if (place !== undefined) {
        await openPlace(place);
      }
    });
  }

  /** Explains the traceback in the selection or, without a selection, in the clipboard. */
  async explain(client: LanguageClient): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    const selected = editor?.document.getText(editor.selection) ?? "";
    const text = selected.trim() === "" ? await vscode.env.clipboard.readText() : selected;
    if (!text.includes("Traceback")) {
      void vscode.window.showInformationMessage("Select a traceback or copy one to the clipboard.");
      return;
    }
    const uri = editor?.document.uri.scheme === "file" ? client.code2ProtocolConverter.asUri(editor.document.uri) : "";
    try {
      const { page } = await client.sendRequest<TracebackExplanation>("workspace/executeCommand", { command: EXPLAIN_TRACEBACK, arguments: [text, uri] });
      this.show(page);
    } catch (error) {
      void vscode.window.showWarningMessage(`graphlint: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  dispose(): void {
    this.command.dispose();
    this.panel?.dispose();
  }

  private show(page: TracebackPage): void {
    const beside = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    const options = { enableScripts: false, enableCommandUris: [OPEN_PLACE], localResourceRoots: [], enableFindWidget: true };
    if (this.panel === undefined) {
      this.panel = vscode.window.createWebviewPanel("graphlint.traceback", "", beside, options);
      this.panel.onDidDispose(() => { this.panel = undefined; });
    } else {
      this.panel.reveal(undefined, true);
    }
    this.places = placesOf(page);
    this.panel.title = `Traceback: ${page.title}`;
    this.panel.webview.html = htmlOf(page, OPEN_PLACE, randomBytes(16).toString("hex"));
  }
}
