import * as vscode from "vscode";

import { commandLine } from "./server/candidates";
import { SECTION } from "./settings";
import { type Findings, summarize } from "./findings";
import type { ServerState } from "./supervisor";

/**
 * Status bar item, visible while a Python editor is active: the server's state, the findings of the active file, and background work.
 *
 * A click opens the log.
 */
export class Status implements vscode.Disposable {
  private readonly item: vscode.StatusBarItem;
  private readonly listener: vscode.Disposable;
  private readonly work = new Map<string | number, string>();
  private state: ServerState = { kind: "stopped" };

  constructor() {
    this.item = vscode.window.createStatusBarItem("graphlint.status", vscode.StatusBarAlignment.Right, 50);
    this.item.name = "graphlint";
    this.item.command = "graphlint.showLog";
    this.listener = vscode.Disposable.from(
      vscode.window.onDidChangeActiveTextEditor(() => { this.draw(); }),
      vscode.window.onDidChangeActiveNotebookEditor(() => { this.draw(); }),
      vscode.languages.onDidChangeDiagnostics(() => { this.draw(); }),
    );
  }

  /** Shows a state of the server. */
  show(state: ServerState): void {
    this.state = state;
    if (state.kind !== "running") {
      this.work.clear();
    }
    this.draw();
  }

  /** Shows the progress of background work; undefined if it has ended. */
  showProgress(token: string | number, text: string | undefined): void {
    if (text === undefined) {
      this.work.delete(token);
    } else {
      this.work.set(token, text);
    }
    this.draw();
  }

  dispose(): void {
    vscode.Disposable.from(this.item, this.listener).dispose();
  }

  private draw(): void {
    const { icon, text, isProblem } = describe(this.state);
    const running = this.state.kind === "running";
    const { label, severity, description } = summarize(running ? findings() : []);
    const work = running ? [...this.work.values()].at(-1) : undefined;
    this.item.text = `$(${work === undefined ? (severity ?? icon) : "sync~spin"}) graphlint${label}`;
    const details = [`graphlint ${text}`, ...(running ? [description] : []), ...(work === undefined ? [] : [work])];
    this.item.tooltip = new vscode.MarkdownString([...details, "Click to show the log."].join("\n\n"));
    this.item.backgroundColor = isProblem ? new vscode.ThemeColor("statusBarItem.warningBackground") : undefined;
    this.item.accessibilityInformation = { label: details.join(", ") };
    const python = vscode.window.activeTextEditor?.document.languageId === "python" || vscode.window.activeNotebookEditor !== undefined;
    if (python || isProblem) {
      this.item.show();
    } else {
      this.item.hide();
    }
  }
}

/** Returns the findings of the active file; of a notebook, those of all cells. */
function findings(): Findings {
  const cells = vscode.window.activeNotebookEditor?.notebook.getCells().map(({ document }) => document.uri);
  const active = vscode.window.activeTextEditor?.document.uri;
  const items = (cells ?? (active === undefined ? [] : [active])).flatMap((uri) => vscode.languages.getDiagnostics(uri));
  return items.flatMap(({ source, severity, code }) =>
    source === SECTION ? [{ code: String(typeof code === "object" ? code.value : code), isError: severity === vscode.DiagnosticSeverity.Error }] : [],
  );
}

function describe(state: ServerState): { icon: string; text: string; isProblem: boolean } {
  switch (state.kind) {
    case "off":
      return { icon: "circle-slash", text: "is disabled", isProblem: false };
    case "stopped":
      return { icon: "circle-slash", text: "is not running", isProblem: false };
    case "searching":
      return { icon: "sync~spin", text: "is being located", isProblem: false };
    case "starting":
      return { icon: "sync~spin", text: `${state.server.version} is starting`, isProblem: false };
    case "restarting":
      return { icon: "sync~spin", text: "crashed and is restarting", isProblem: false };
    case "running":
      return { icon: "check", text: `${state.server.version} is running: \`${commandLine(state.server)}\` (${state.server.origin})`, isProblem: false };
    case "missing":
      return { icon: "warning", text: "was not found", isProblem: true };
    case "outdated":
      return { icon: "warning", text: `${state.server.version} is too old: \`${commandLine(state.server)}\``, isProblem: true };
    case "failed":
      return { icon: "error", text: `is not running: ${state.why}`, isProblem: true };
  }
}
