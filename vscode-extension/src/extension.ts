import * as vscode from "vscode";

import { registerCommands } from "./commands";
import { Explanations } from "./explanation";
import { GraphView } from "./graphView";
import { levelOf, Log } from "./log";
import { Notices } from "./notices";
import { Environments } from "./python/environments";
import { registerRuleCompletion } from "./ruleCompletion";
import { affectsServer, SECTION } from "./settings";
import { Status } from "./status";
import { Supervisor } from "./supervisor";
import { TracebackView } from "./traceback";
import { WorkspaceCheck } from "./workspaceCheck";

let supervisor: Supervisor | undefined;

/** Creates the parts of the extension and starts the server. */
export function activate(context: vscode.ExtensionContext): void {
  const [log, trace] = [new Log("graphlint", logLevel()), new Log("graphlint trace", traceLevel())];
  const environments = new Environments();
  const explanations = new Explanations();
  const graphs = new GraphView();
  const tracebacks = new TracebackView();
  const status = new Status();
  const workspaceCheck = new WorkspaceCheck();
  const folder = context.extensionPath;
  const server = new Supervisor({
    log,
    trace,
    environments,
    folder,
    explain: (page) => explanations.show(page),
    showGraph: (page) => { graphs.show(page); },
    onProgress: (token, text) => { status.showProgress(token, text); },
  });
  const notices = new Notices(server, log, folder);
  supervisor = server;

  const runInBackground = (work: Promise<unknown>): void => {
    work.catch((error: unknown) => { log.error(error instanceof Error ? error : String(error)); });
  };
  context.subscriptions.push(
    log,
    trace,
    environments,
    explanations,
    graphs,
    tracebacks,
    status,
    workspaceCheck,
    server,
    registerRuleCompletion(folder),
    registerCommands({ log, supervisor: server, explanations, tracebacks, workspaceCheck, notices }),
    server.onDidChange((state) => {
      status.show(state);
      if (state.kind !== "running") {
        workspaceCheck.clear();
      }
      runInBackground(Promise.resolve(vscode.commands.executeCommand("setContext", "graphlint.running", state.kind === "running")));
      runInBackground(notices.update(state));
    }),
    environments.onDidChange(() => { runInBackground(server.onInterpreterChange()); }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => { runInBackground(server.restart()); }),
    vscode.workspace.onDidChangeConfiguration((event) => {
      log.logLevel = logLevel();
      trace.logLevel = traceLevel();
      if (affectsServer(event)) {
        runInBackground(server.restart());
      }
    }),
  );
  runInBackground(server.restart());
}

/** Stops the server. */
export async function deactivate(): Promise<void> {
  await supervisor?.stop();
}

function logLevel(): vscode.LogLevel {
  return levelOf(vscode.workspace.getConfiguration(SECTION).get("logLevel", "info"));
}

function traceLevel(): vscode.LogLevel {
  const setting = vscode.workspace.getConfiguration(SECTION).get<string>("trace.server", "off");
  return setting === "off" ? vscode.LogLevel.Off : vscode.LogLevel.Trace;
}
