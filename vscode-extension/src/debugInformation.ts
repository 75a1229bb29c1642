import * as vscode from "vscode";

import { candidates, commandLine } from "./server/candidates";
import { OLDEST } from "./server/versions";
import { checkSettings, SECTION, serverSettings } from "./settings";
import type { Standing, Supervisor } from "./supervisor";

/** What somebody who is asked for help wants to know, as text for the log. */
export async function debugInformation(supervisor: Supervisor): Promise<string> {
  const around = await supervisor.surroundings();
  const { allowed, refused } = candidates(around);
  const extension = vscode.extensions.getExtension(`${SECTION}.${SECTION}`);
  const folders = vscode.workspace.workspaceFolders ?? [];
  const scopes = folders.length === 0 ? [undefined] : folders.map((folder) => folder.uri);
  const lines = [
    "graphlint: debug information",
    `  extension ${versionOf(extension)} (needs graphlint ${OLDEST} or newer)`,
    `  VS Code ${vscode.version}, ${vscode.env.appHost}, ${process.platform} ${process.arch}, Node ${process.versions.node}`,
    `  workspace ${around.trusted ? "trusted" : "not trusted"}, ${folders.length} folders`,
    `  server: ${inWords(supervisor.standing)}`,
    `  selected interpreter: ${around.selected ?? "none"}`,
    "  looked for, in this order:",
    ...allowed.map((candidate) => `    ${commandLine(candidate)} (${candidate.origin})`),
    ...refused.map(({ candidate, why }) => `    not ${commandLine(candidate)} (${candidate.origin}): ${why}`),
    `  settings of the server: ${JSON.stringify(serverSettings())}`,
    ...scopes.map((uri) => `  settings of ${uri?.toString() ?? "all files"}: ${JSON.stringify(checkSettings(uri))}`),
  ];
  return lines.join("\n");
}

function versionOf(extension: vscode.Extension<unknown> | undefined): string {
  const manifest = extension?.packageJSON as { version?: string } | undefined;
  return manifest?.version ?? "of unknown version";
}

function inWords(standing: Standing): string {
  switch (standing.kind) {
    case "starting":
    case "running":
    case "restarting":
    case "outdated":
      return `${standing.kind}, graphlint ${standing.server.version}: ${commandLine(standing.server)} (${standing.server.origin})`;
    case "failed":
      return `failed: ${standing.why}`;
    case "missing":
      return ["missing", ...standing.rejected.map(({ candidate, why }) => `${commandLine(candidate)}: ${why}`)].join("\n    ");
    case "off":
    case "searching":
    case "stopped":
      return standing.kind;
  }
}
