import * as os from "node:os";
import * as vscode from "vscode";

import { permitted } from "./trust";
import { expanded, type Variables } from "./variables";

export const SECTION = "graphlint";

/** What is set about which server is run. */
export interface ServerSettings {
  readonly enable: boolean;
  readonly paths: readonly string[];
  readonly interpreters: readonly string[];
}

/** What is set about the checks of the files of a folder, in the names under which the server reads it (`graphlint/server/client_options.py`). */
export interface CheckSettings {
  readonly enable: boolean;
  readonly select: readonly string[] | null;
  readonly extendSelect: readonly string[] | null;
  readonly ignore: readonly string[] | null;
  readonly configuration: string;
  readonly run: string;
  readonly fixAll: boolean;
  readonly hover: boolean;
  readonly inlayHints: boolean;
  readonly codeLens: boolean;
  readonly logLevel: string;
}

/** A change of one of these starts the server anew; all others are told to the one that runs. */
const OF_THE_SERVER = ["enable", "path", "interpreter"].map((name) => `${SECTION}.${name}`);

/** Whether a change of the configuration touches which server is run. */
export function choosesServer(event: vscode.ConfigurationChangeEvent): boolean {
  return OF_THE_SERVER.some((name) => event.affectsConfiguration(name));
}

/** What is set about which server is run. There is one for all folders; the first of them is where relative paths start. */
export function serverSettings(): ServerSettings {
  const first = vscode.workspace.workspaceFolders?.[0];
  const scopes = vscode.workspace.workspaceFolders ?? [undefined];
  return {
    enable: scopes.some((folder) => vscode.workspace.getConfiguration(SECTION, folder?.uri).get<boolean>("enable", true)),
    paths: paths("path", first?.uri),
    interpreters: paths("interpreter", first?.uri),
  };
}

/** What is set about the checks of the files of a folder. */
export function checkSettings(resource: vscode.Uri | undefined): CheckSettings {
  const set = vscode.workspace.getConfiguration(SECTION, resource);
  const configuration = permitted(set.inspect<string>("configuration"), vscode.workspace.isTrusted) ?? "";
  return {
    enable: set.get("enable", true),
    select: set.get<string[] | null>("select", null),
    extendSelect: set.get<string[] | null>("extendSelect", null),
    ignore: set.get<string[] | null>("ignore", null),
    configuration: expanded(configuration, variablesFor(resource)) ?? "",
    run: set.get("run", "onType"),
    fixAll: set.get("fixAll", true),
    hover: set.get("hover", true),
    inlayHints: set.get("inlayHints", true),
    codeLens: set.get("codeLens", true),
    logLevel: set.get("logLevel", "info"),
  };
}

function paths(name: string, resource: vscode.Uri | undefined): string[] {
  const set = vscode.workspace.getConfiguration(SECTION, resource).inspect<unknown>(name);
  const written = permitted(set, vscode.workspace.isTrusted);
  const variables = variablesFor(resource);
  // A single path where a list is asked for is understood all the same.
  const list: unknown[] = Array.isArray(written) ? written : [written];
  return list.filter((item) => typeof item === "string").flatMap((item) => expanded(item, variables) ?? []);
}

function variablesFor(resource: vscode.Uri | undefined): Variables {
  const folder = resource === undefined ? undefined : vscode.workspace.getWorkspaceFolder(resource);
  const local = folder ?? vscode.workspace.workspaceFolders?.[0];
  return { home: os.homedir(), folder: local?.uri.scheme === "file" ? local.uri.fsPath : undefined, env: process.env };
}
