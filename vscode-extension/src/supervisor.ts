import * as fs from "node:fs";

import * as vscode from "vscode";
import { CloseAction, ErrorAction, type ErrorHandler, type LanguageClient, State } from "vscode-languageclient/node";

import { createClient } from "./client";
import type { Log } from "./log";
import type { Environments } from "./python/environments";
import type { RulePage } from "./rules";
import { candidates, commandLine, type Rejection, type Surroundings } from "./server/candidates";
import { Crashes } from "./server/crashes";
import { findServer, type Server } from "./server/finding";
import { askVersion } from "./server/probing";
import { OLDEST } from "./server/versions";
import { serverSettings } from "./settings";

/** Where the server stands. */
export type Standing =
  | { readonly kind: "off" | "searching" | "stopped" }
  | { readonly kind: "starting" | "running" | "restarting" | "outdated"; readonly server: Server }
  | { readonly kind: "missing"; readonly rejected: readonly Rejection[] }
  | { readonly kind: "failed"; readonly server: Server; readonly why: string };

/** What a supervisor needs of the rest of the extension. */
export interface Needs {
  readonly log: Log;
  readonly trace: Log;
  readonly environments: Environments;
  readonly explain: (page: RulePage) => Promise<void>;
  /** A folder that holds nothing to import. */
  readonly folder: string;
}

/** Finds the server, starts it, and starts it again when it has died or another one is to be used; one thing after the other. */
export class Supervisor implements vscode.Disposable {
  private readonly stood = new vscode.EventEmitter<Standing>();
  private current: Standing = { kind: "stopped" };
  private running: LanguageClient | undefined;
  private queue: Promise<void> = Promise.resolve();
  private waiting: Promise<void> | undefined;
  private chosen: string | undefined;

  /** Fires whenever the server stands differently. */
  readonly onDidChange = this.stood.event;

  constructor(private readonly needs: Needs) {}

  get standing(): Standing {
    return this.current;
  }

  /** The client of the server that runs; undefined while there is none. */
  get client(): LanguageClient | undefined {
    return this.current.kind === "running" ? this.running : undefined;
  }

  /** Starts the server, or starts it anew, after what is under way. Whoever asks while another restart waits shares it. */
  restart(): Promise<void> {
    this.waiting ??= this.enqueue(async () => {
      this.waiting = undefined;
      await this.halt();
      await this.launch();
    });
    if (this.current.kind === "starting") {
      // A server that never answers would be waited for, and the restart with it.
      this.running?.serverProcess?.kill();
    }
    return this.waiting;
  }

  /** Starts the server anew if another interpreter is selected than the one that it was started with. */
  async interpreterChanged(): Promise<void> {
    await this.queue;
    if ((await this.selected()) !== this.chosen) {
      this.needs.log.info("another interpreter is selected");
      await this.restart();
    }
  }

  /** Stops the server, for good. */
  async stop(): Promise<void> {
    await this.enqueue(() => this.halt());
  }

  /** All that decides where the server is looked for, as it is now. */
  async surroundings(): Promise<Surroundings> {
    const { paths, interpreters } = serverSettings();
    return {
      paths,
      interpreters,
      selected: await this.selected(),
      searched: process.env["PATH"] ?? "",
      folders: (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath),
      trusted: vscode.workspace.isTrusted,
      windows: process.platform === "win32",
      exists: (file) => fs.existsSync(file),
      real: realPath,
    };
  }

  dispose(): void {
    this.stood.dispose();
  }

  private enqueue(work: () => Promise<void>): Promise<void> {
    const done = this.queue.then(work);
    // What fails is told to whoever has asked for it; what comes after it is none the worse.
    this.queue = done.catch(() => undefined);
    return done;
  }

  private async selected(): Promise<string | undefined> {
    // The Python extensions look into a workspace, which they should only once it is trusted.
    return vscode.workspace.isTrusted ? this.needs.environments.selected() : undefined;
  }

  private async halt(): Promise<void> {
    const client = this.running;
    this.running = undefined;
    this.stand({ kind: "stopped" });
    // A server that does not answer is ended all the same; what it says about that is no concern of the next one.
    await client?.dispose().catch((error: unknown) => { this.needs.log.warn(`stopping the server: ${String(error)}`); });
  }

  private async launch(): Promise<void> {
    if (!serverSettings().enable) {
      this.needs.log.info("graphlint.enable is off");
      this.stand({ kind: "off" });
      return;
    }
    this.stand({ kind: "searching" });
    const around = await this.surroundings();
    this.chosen = around.selected;
    const { allowed, refused } = candidates(around);
    const search = await findServer(allowed, (candidate) => askVersion(candidate, this.needs.folder));
    const rejected = [...refused, ...search.rejected];
    for (const { candidate, why } of rejected) {
      this.needs.log.info(`not ${commandLine(candidate)} (${candidate.origin}): ${why}`);
    }
    switch (search.kind) {
      case "missing":
        this.needs.log.warn("graphlint was not found");
        this.stand({ kind: "missing", rejected });
        break;
      case "outdated":
        this.needs.log.warn(`graphlint ${search.server.version} (${commandLine(search.server)}) is too old: ${OLDEST} or newer is needed`);
        this.stand({ kind: "outdated", server: search.server });
        break;
      case "found":
        await this.run(search.server);
    }
  }

  private async run(server: Server): Promise<void> {
    const { log, trace, folder, explain } = this.needs;
    log.info(`starting graphlint ${server.version}: ${commandLine(server)} server (${server.origin})`);
    this.stand({ kind: "starting", server });
    const client = createClient(server, { log, trace, folder, explain, crashed: this.crashHandler(server) });
    this.running = client;
    client.onDidChangeState(({ newState }) => {
      if (this.running === client && newState === State.Running) {
        this.stand({ kind: "running", server });
      }
    });
    try {
      await client.start();
    } catch (error) {
      if (this.waiting !== undefined) {
        // It was given up for the next one.
        return;
      }
      this.stand({ kind: "failed", server, why: error instanceof Error ? error.message : String(error) });
    }
  }

  private crashHandler(server: Server): ErrorHandler {
    const crashes = new Crashes();
    return {
      error: () => ({ action: ErrorAction.Continue, handled: true }),
      closed: () => {
        if (this.current.kind === "starting") {
          // What has never run will not run the next time.
          return { action: CloseAction.DoNotRestart, handled: true };
        }
        if (crashes.again(Date.now())) {
          this.stand({ kind: "restarting", server });
          return { action: CloseAction.Restart, handled: true, message: "the server has died, and is started again" };
        }
        this.stand({ kind: "failed", server, why: "it has died several times in a few minutes" });
        return { action: CloseAction.DoNotRestart, handled: true, message: "the server has died too often" };
      },
    };
  }

  private stand(standing: Standing): void {
    this.current = standing;
    this.stood.fire(standing);
  }
}

function realPath(file: string): string {
  try {
    return fs.realpathSync(file);
  } catch {
    return file;
  }
}
