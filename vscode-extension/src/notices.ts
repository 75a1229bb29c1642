import * as vscode from "vscode";

import { DISTRIBUTION, hasPip, install, installCommand } from "./installation";
import type { Log } from "./log";
import { commandLine, installationTarget } from "./server/candidates";
import { OLDEST } from "./server/versions";
import type { ServerState, Supervisor } from "./supervisor";

const PAGE = `https://pypi.org/project/${DISTRIBUTION}/`;

/** Notifies the user of problems that require an action: graphlint is missing, too old, or does not start. */
export class Notices {
  // The last notice: a restart with the same result does not repeat it.
  private shown: string | undefined;

  constructor(
    private readonly supervisor: Supervisor,
    private readonly log: Log,
    private readonly folder: string,
  ) {}

  /** Shows a notice if the server's state requires an action. */
  async update(state: ServerState): Promise<void> {
    if (state.kind === "running") {
      this.shown = undefined;
    }
    if (state.kind === "missing" && this.isNew(state.kind)) {
      await this.offer("graphlint is not installed in the Python environment of this workspace.", "Install", await this.target(), false);
    } else if (state.kind === "outdated" && this.isNew(commandLine(state.server))) {
      const { server } = state;
      const message = `graphlint ${server.version} (${commandLine(server)}) is too old for this extension, which needs ${OLDEST} or newer.`;
      await this.offer(message, "Upgrade", server.python, true);
    } else if (state.kind === "failed" && this.isNew(commandLine(state.server))) {
      await this.offerRestart(`graphlint is not running: ${state.why}`);
    }
  }

  /** Installs graphlint, or upgrades the one in use, on the user's request. */
  async installOnRequest(): Promise<void> {
    const { state } = this.supervisor;
    const used = state.kind === "running" || state.kind === "outdated" ? state.server : undefined;
    const python = used === undefined ? await this.target() : used.python;
    if (python !== undefined) {
      await this.install(python, used !== undefined);
    } else if (used !== undefined) {
      void vscode.window.showInformationMessage(`graphlint ${used.version} is installed: ${commandLine(used)}`);
    } else {
      await this.offer("graphlint is not installed, and no Python environment is selected.", "Install", undefined, false);
    }
  }

  private isNew(notice: string): boolean {
    const isRepeated = notice === this.shown;
    this.shown = notice;
    return !isRepeated;
  }

  private async offer(message: string, verb: string, python: string | undefined, upgrade: boolean): Promise<void> {
    const how = `How to ${verb}`;
    const action = await vscode.window.showWarningMessage(message, ...(python === undefined ? [] : [verb]), how, "Show Log");
    if (action === verb && python !== undefined) {
      await this.install(python, upgrade);
    } else if (action === how) {
      await vscode.env.openExternal(vscode.Uri.parse(PAGE));
    } else if (action !== undefined) {
      this.log.show(true);
    }
  }

  private async offerRestart(message: string): Promise<void> {
    const action = await vscode.window.showErrorMessage(message, "Restart", "Show Log");
    if (action === "Restart") {
      this.shown = undefined;
      await this.supervisor.restart();
    } else if (action !== undefined) {
      this.log.show(true);
    }
  }

  /** Installs graphlint after the user has confirmed the exact command. */
  private async install(python: string, upgrade: boolean): Promise<void> {
    const command = installCommand(python, await hasPip(python, this.folder), upgrade);
    const verb = upgrade ? "Upgrade" : "Install";
    const detail = `This will run:\n\n${command.join(" ")}`;
    const answer = await vscode.window.showInformationMessage(`${verb} graphlint?`, { modal: true, detail }, verb);
    if (answer !== verb) {
      this.shown = undefined;
      return;
    }
    const title = `${verb === "Install" ? "Installing" : "Upgrading"} graphlint`;
    const progress = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
    const problem = await vscode.window.withProgress(progress, (_, token) => {
      const cancelled = new AbortController();
      token.onCancellationRequested(() => { cancelled.abort(); });
      return install(command, this.folder, this.log, cancelled.signal);
    });
    this.shown = undefined;
    if (problem === undefined) {
      await this.supervisor.restart();
    } else if ((await vscode.window.showErrorMessage(`cannot install graphlint: ${problem}`, "Show Log")) !== undefined) {
      this.log.show(true);
    }
  }

  private async target(): Promise<string | undefined> {
    return installationTarget(await this.supervisor.searchContext());
  }
}
