import * as vscode from "vscode";

import { registerCommands } from "./commands";
import { Explanations } from "./explanation";
import { levelOf, Log } from "./log";
import { Notices } from "./notices";
import { Environments } from "./python/environments";
import { choosesServer, SECTION } from "./settings";
import { Status } from "./status";
import { Supervisor } from "./supervisor";
import { WorkspaceCheck } from "./workspaceCheck";

let supervisor: Supervisor | undefined;

/** Puts the parts together and starts the server. */
export function activate(context: vscode.ExtensionContext): void {
  const [log, trace] = [new Log("graphlint", logLevel()), new Log("graphlint trace", traceLevel())];
  const environments = new Environments();
  const explanations = new Explanations();
  const status = new Status();
  const workspaceCheck = new WorkspaceCheck();
  const folder = context.extensionPath;
  const server = new Supervisor({ log, trace, environments, folder, explain: (page) => explanations.show(page) });
  const notices = new Notices(server, log, folder);
  supervisor = server;

  const soon = (work: Promise<unknown>): void => {
    work.catch((error: unknown) => { log.error(error instanceof Error ? error : String(error)); });
  };
  context.subscriptions.push(
    log,
    trace,
    environments,
    explanations,
    status,
    workspaceCheck,
    server,
    registerCommands({ log, supervisor: server, explanations, workspaceCheck }),
    server.onDidChange((standing) => {
      status.show(standing);
      if (standing.kind !== "running") {
        workspaceCheck.forget();
      }
      soon(Promise.resolve(vscode.commands.executeCommand("setContext", "graphlint.running", standing.kind === "running")));
      soon(notices.tell(standing));
    }),
    environments.onDidChange(() => { soon(server.interpreterChanged()); }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => { soon(server.restart()); }),
    vscode.workspace.onDidChangeConfiguration((event) => {
      log.logLevel = logLevel();
      trace.logLevel = traceLevel();
      if (choosesServer(event)) {
        soon(server.restart());
      }
    }),
  );
  soon(server.restart());
}

/** Stops the server. */
export async function deactivate(): Promise<void> {
  await supervisor?.stop();
}

function logLevel(): vscode.LogLevel {
  return levelOf(vscode.workspace.getConfiguration(SECTION).get("logLevel", "info"));
}

function traceLevel(): vscode.LogLevel {
  const told = vscode.workspace.getConfiguration(SECTION).get<string>("trace.server", "off");
  return told === "off" ? vscode.LogLevel.Off : vscode.LogLevel.Trace;
}
