import * as os from "node:os";
import * as vscode from "vscode";

import { trustedValue } from "./trust";
import { expandPath, type Variables } from "./variables";

export const SECTION = "graphlint";

/** Settings that select the server. */
export interface ServerSettings {
  readonly enable: boolean;
  readonly paths: readonly string[];
  readonly interpreters: readonly string[];
}

/** Settings of a folder, with the names that the server reads (`graphlint/server/client_options.py`). */
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

/** Settings whose change requires a restart of the server; it is notified of changes of all others. */
const SERVER_SETTINGS = ["enable", "path", "interpreter"].map((name) => `${SECTION}.${name}`);

/** Checks whether a configuration change requires a restart of the server. */
export function affectsServer(event: vscode.ConfigurationChangeEvent): boolean {
  return SERVER_SETTINGS.some((name) => event.affectsConfiguration(name));
}

/** Returns the settings that select the server. All folders share one server; relative paths start from the first folder. */
export function serverSettings(): ServerSettings {
  const first = vscode.workspace.workspaceFolders?.[0];
  const scopes = vscode.workspace.workspaceFolders ?? [undefined];
  return {
    enable: scopes.some((folder) => vscode.workspace.getConfiguration(SECTION, folder?.uri).get<boolean>("enable", true)),
    paths: paths("path", first?.uri),
    interpreters: paths("interpreter", first?.uri),
  };
}

/** Returns the settings of a folder. */
export function checkSettings(resource: vscode.Uri | undefined): CheckSettings {
  const settings = vscode.workspace.getConfiguration(SECTION, resource);
  const configuration = trustedValue(settings.inspect<string>("config"), vscode.workspace.isTrusted) ?? "";
  return {
    enable: settings.get("enable", true),
    select: settings.get<string[] | null>("select", null),
    extendSelect: settings.get<string[] | null>("extendSelect", null),
    ignore: settings.get<string[] | null>("ignore", null),
    configuration: expandPath(configuration, variablesFor(resource)) ?? "",
    run: settings.get("run", "onType"),
    fixAll: settings.get("fixAll", true),
    hover: settings.get("hover", true),
    inlayHints: settings.get("inlayHints", true),
    codeLens: settings.get("codeLens", false),
    logLevel: settings.get("logLevel", "info"),
  };
}

function paths(name: string, resource: vscode.Uri | undefined): string[] {
  const settings = vscode.workspace.getConfiguration(SECTION, resource).inspect<unknown>(name);
  const value = trustedValue(settings, vscode.workspace.isTrusted);
  const variables = variablesFor(resource);
  // A single path is accepted in place of a list.
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((item) => typeof item === "string").flatMap((item) => expandPath(item, variables) ?? []);
}

function variablesFor(resource: vscode.Uri | undefined): Variables {
  const folder = resource === undefined ? undefined : vscode.workspace.getWorkspaceFolder(resource);
  const base = folder ?? vscode.workspace.workspaceFolders?.[0];
  return { home: os.homedir(), folder: base?.uri.scheme === "file" ? base.uri.fsPath : undefined, env: process.env };
}
