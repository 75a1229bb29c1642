import * as vscode from "vscode";

import { candidates, commandLine } from "./server/candidates";
import { OLDEST } from "./server/versions";
import { checkSettings, SECTION, serverSettings } from "./settings";
import type { ServerState, Supervisor } from "./supervisor";

/** Returns versions, settings and the server's state for bug reports. */
export async function debugInformation(supervisor: Supervisor): Promise<string> {
  const context = await supervisor.searchContext();
  const { allowed, refused } = candidates(context);
  const extension = vscode.extensions.getExtension(`${SECTION}.${SECTION}`);
  const folders = vscode.workspace.workspaceFolders ?? [];
  const scopes = folders.length === 0 ? [undefined] : folders.map((folder) => folder.uri);
  const lines = [
    "graphlint: debug information",
    `  extension ${versionOf(extension)} (needs graphlint ${OLDEST} or newer)`,
    `  VS Code ${vscode.version}, ${vscode.env.appHost}, ${process.platform} ${process.arch}, Node ${process.versions.node}`,
    `  workspace ${context.trusted ? "trusted" : "not trusted"}, ${folders.length} folders`,
    `  server: ${describe(supervisor.state)}`,
    `  selected interpreter: ${context.selected ?? "none"}`,
    "  candidates, in this order:",
    ...allowed.map((candidate) => `    ${commandLine(candidate)} (${candidate.origin})`),
    ...refused.map(({ candidate, why }) => `    not ${commandLine(candidate)} (${candidate.origin}): ${why}`),
    `  settings of the server: ${JSON.stringify(serverSettings())}`,
    ...scopes.map((uri) => `  settings of ${uri?.toString() ?? "all files"}: ${JSON.stringify(checkSettings(uri))}`),
  ];
  return lines.join("\n");
}

function versionOf(extension: vscode.Extension<unknown> | undefined): string {
  const manifest = extension?.packageJSON as { version?: string } | undefined;
  return manifest?.version ?? "(unknown version)";
}

function describe(state: ServerState): string {
  switch (state.kind) {
    case "starting":
    case "running":
    case "restarting":
    case "outdated":
      return `${state.kind}, graphlint ${state.server.version}: ${commandLine(state.server)} (${state.server.origin})`;
    case "failed":
      return `failed: ${state.why}`;
    case "missing":
      return ["missing", ...state.rejected.map(({ candidate, why }) => `${commandLine(candidate)}: ${why}`)].join("\n    ");
    case "off":
    case "searching":
    case "stopped":
      return state.kind;
  }
}
