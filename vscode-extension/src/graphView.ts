import { randomBytes } from "node:crypto";

import * as vscode from "vscode";

import { graphHtml, type GraphPage, isDrawn, SHOW_GRAPH } from "./graphPage";
import { openPlace } from "./places";

/** The only command that links of the page can run; its argument is a number. */
const OPEN_PLACE = "graphlint.openGraphPlace";
/** The command of the link in a hover: it draws the graph of the finding at a position. */
const GRAPH_AT = "graphlint.graphAt";

/** Shows the lifetime of graphs on a page next to the code; a new picture replaces the one before. */
export class GraphView implements vscode.Disposable, vscode.HoverProvider {
  private readonly registrations: vscode.Disposable;
  private panel: vscode.WebviewPanel | undefined;
  private places: GraphPage["places"] = [];

  constructor() {
    this.registrations = vscode.Disposable.from(
      vscode.commands.registerCommand(OPEN_PLACE, async (index: unknown) => {
        const place = typeof index === "number" ? this.places[index] : undefined;
        if (place !== undefined) {
          await openPlace(place);
        }
      }),
      vscode.commands.registerCommand(GRAPH_AT, async (uri: unknown, line: unknown) => {
        if (typeof uri === "string" && typeof line === "number") {
          await showAt(vscode.Uri.parse(uri), new vscode.Range(line, 0, line, Number.MAX_SAFE_INTEGER));
        }
      }),
      vscode.languages.registerHoverProvider({ language: "python" }, this),
    );
  }

  /** Links to the picture in the hover of a finding that has one. */
  provideHover(document: vscode.TextDocument, position: vscode.Position): vscode.Hover | undefined {
    const finding = findingsAt(document.uri, new vscode.Range(position, position))[0];
    if (finding === undefined) {
      return undefined;
    }
    const argument = encodeURIComponent(JSON.stringify([document.uri.toString(), finding.range.start.line]));
    const link = new vscode.MarkdownString(`[Show the lifetime of this graph](command:${GRAPH_AT}?${argument})`);
    link.isTrusted = { enabledCommands: [GRAPH_AT] };
    return new vscode.Hover(link, finding.range);
  }

  /** Shows a picture. */
  show(page: GraphPage): void {
    const beside = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    const options = { enableScripts: false, enableCommandUris: [OPEN_PLACE], localResourceRoots: [], enableFindWidget: true };
    if (this.panel === undefined) {
      this.panel = vscode.window.createWebviewPanel("graphlint.graph", "", beside, options);
      this.panel.onDidDispose(() => { this.panel = undefined; });
    } else {
      this.panel.reveal(undefined, true);
    }
    this.places = page.places;
    this.panel.title = "Graph Lifetime";
    this.panel.webview.html = graphHtml(page, OPEN_PLACE, randomBytes(16).toString("hex"));
  }

  dispose(): void {
    this.registrations.dispose();
    this.panel?.dispose();
  }
}

/** Draws the graph of the finding at the cursor, or on its line. */
export async function showUnderCursor(editor: vscode.TextEditor): Promise<void> {
  await showAt(editor.document.uri, editor.document.lineAt(editor.selection.active.line).range);
}

/** Draws the graph of the first finding in a range by the server's code action; the middleware of the client shows the answer. */
async function showAt(uri: vscode.Uri, range: vscode.Range): Promise<void> {
  const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>("vscode.executeCodeActionProvider", uri, range);
  const command = actions.map((action) => action.command).find((item) => item?.command === SHOW_GRAPH);
  if (command === undefined) {
    void vscode.window.showInformationMessage("This line has no graphlint finding whose graph can be shown.");
    return;
  }
  try {
    await vscode.commands.executeCommand(command.command, ...(command.arguments as unknown[]));
  } catch (error) {
    void vscode.window.showWarningMessage(`graphlint: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function findingsAt(uri: vscode.Uri, range: vscode.Range): vscode.Diagnostic[] {
  const found = vscode.languages.getDiagnostics(uri).filter((item) => item.source === "graphlint" && item.range.intersection(range) !== undefined);
  return found.filter((item) => isDrawn(String(typeof item.code === "object" ? item.code.value : item.code)));
}
