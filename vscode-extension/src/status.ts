import * as vscode from "vscode";

import { commandLine } from "./server/candidates";
import type { ServerState } from "./supervisor";

/** Status bar item with the server's state, visible while a Python editor is active. A click opens the log. */
export class Status implements vscode.Disposable {
  private readonly item: vscode.StatusBarItem;
  private readonly listener: vscode.Disposable;
  private state: ServerState = { kind: "stopped" };

  constructor() {
    this.item = vscode.window.createStatusBarItem("graphlint.status", vscode.StatusBarAlignment.Right, 50);
    this.item.name = "graphlint";
    this.item.command = "graphlint.showLog";
    this.listener = vscode.Disposable.from(
      vscode.window.onDidChangeActiveTextEditor(() => { this.draw(); }),
      vscode.window.onDidChangeActiveNotebookEditor(() => { this.draw(); }),
    );
  }

  /** Shows a state of the server. */
  show(state: ServerState): void {
    this.state = state;
    this.draw();
  }

  dispose(): void {
    vscode.Disposable.from(this.item, this.listener).dispose();
  }

  private draw(): void {
    const { icon, text, isProblem } = describe(this.state);
    this.item.text = `$(${icon}) graphlint`;
    this.item.tooltip = new vscode.MarkdownString(`graphlint ${text}\n\nClick to show the log.`);
    this.item.backgroundColor = isProblem ? new vscode.ThemeColor("statusBarItem.warningBackground") : undefined;
    this.item.accessibilityInformation = { label: `graphlint ${text}` };
    const python = vscode.window.activeTextEditor?.document.languageId === "python" || vscode.window.activeNotebookEditor !== undefined;
    if (python || isProblem) {
      this.item.show();
    } else {
      this.item.hide();
    }
  }
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
