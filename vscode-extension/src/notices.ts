import * as vscode from "vscode";

import { DISTRIBUTION, hasPip, install, installation } from "./installation";
import type { Log } from "./log";
import { commandLine, installationTarget } from "./server/candidates";
import { OLDEST } from "./server/versions";
import type { Standing, Supervisor } from "./supervisor";

const PAGE = `https://pypi.org/project/${DISTRIBUTION}/`;

/** Tells the person what only a person can mend: no graphlint, one that is too old, one that does not start. */
export class Notices {
  // What was told last: a second restart that comes to the same end adds nothing to it.
  private shown: string | undefined;

  constructor(
    private readonly supervisor: Supervisor,
    private readonly log: Log,
    private readonly folder: string,
  ) {}

  /** Tells how the server stands, if it should not stand like that. */
  async tell(standing: Standing): Promise<void> {
    if (standing.kind === "running") {
      this.shown = undefined;
    }
    if (standing.kind === "missing" && this.isNew(standing.kind)) {
      await this.offer("graphlint is not installed in the Python environment of this workspace.", "Install", await this.target(), false);
    } else if (standing.kind === "outdated" && this.isNew(commandLine(standing.server))) {
      const { server } = standing;
      const told = `graphlint ${server.version} (${commandLine(server)}) is too old for this extension, which needs ${OLDEST} or newer.`;
      await this.offer(told, "Upgrade", server.python, true);
    } else if (standing.kind === "failed" && this.isNew(commandLine(standing.server))) {
      await this.offerRestart(`graphlint does not run: ${standing.why}`);
    }
  }

  private isNew(notice: string): boolean {
    const known = notice === this.shown;
    this.shown = notice;
    return !known;
  }

  private async offer(told: string, verb: string, python: string | undefined, upgrade: boolean): Promise<void> {
    const how = `How to ${verb}`;
    const chosen = await vscode.window.showWarningMessage(told, ...(python === undefined ? [] : [verb]), how, "Show Log");
    if (chosen === verb && python !== undefined) {
      await this.install(python, upgrade);
    } else if (chosen === how) {
      await vscode.env.openExternal(vscode.Uri.parse(PAGE));
    } else if (chosen !== undefined) {
      this.log.show(true);
    }
  }

  private async offerRestart(told: string): Promise<void> {
    const chosen = await vscode.window.showErrorMessage(told, "Restart", "Show Log");
    if (chosen === "Restart") {
      this.shown = undefined;
      await this.supervisor.restart();
    } else if (chosen !== undefined) {
      this.log.show(true);
    }
  }

  /** Installs after asking: the person sees the very command that would be run. */
  private async install(python: string, upgrade: boolean): Promise<void> {
    const command = installation(python, await hasPip(python, this.folder), upgrade);
    const verb = upgrade ? "Upgrade" : "Install";
    const detail = `This will run:\n\n${command.join(" ")}`;
    const agreed = await vscode.window.showInformationMessage(`${verb} graphlint?`, { modal: true, detail }, verb);
    if (agreed !== verb) {
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
    } else if ((await vscode.window.showErrorMessage(`graphlint could not be installed: ${problem}`, "Show Log")) !== undefined) {
      this.log.show(true);
    }
  }

  private async target(): Promise<string | undefined> {
    return installationTarget(await this.supervisor.surroundings());
  }
}
