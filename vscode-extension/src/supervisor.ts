import * as fs from "node:fs";

import * as vscode from "vscode";
import { CloseAction, ErrorAction, type ErrorHandler, type LanguageClient, State } from "vscode-languageclient/node";

import { createClient } from "./client";
import type { Log } from "./log";
import type { Environments } from "./python/environments";
import type { GraphPage } from "./graphPage";
import type { RulePage } from "./rules";
import { candidates, commandLine, type Rejection, type SearchContext } from "./server/candidates";
import { Crashes } from "./server/crashes";
import { findServer, type Server } from "./server/finding";
import { askVersion } from "./server/probing";
import { OLDEST } from "./server/versions";
import { serverSettings } from "./settings";

/** State of the server. */
export type ServerState =
  | { readonly kind: "off" | "searching" | "stopped" }
  | { readonly kind: "starting" | "running" | "restarting" | "outdated"; readonly server: Server }
  | { readonly kind: "missing"; readonly rejected: readonly Rejection[] }
  | { readonly kind: "failed"; readonly server: Server; readonly why: string };

/** Parts of the extension that a supervisor uses. */
export interface Dependencies {
  readonly log: Log;
  readonly trace: Log;
  readonly environments: Environments;
  readonly explain: (page: RulePage) => Promise<void>;
  readonly showGraph: (page: GraphPage) => void;
  readonly onProgress: (token: string | number, text: string | undefined) => void;
  /** A folder that contains nothing that Python could import. */
  readonly folder: string;
}

/** Finds and starts the server, and restarts it after a crash or a change of the interpreter. Operations run one after another. */
export class Supervisor implements vscode.Disposable {
  private readonly stateChanged = new vscode.EventEmitter<ServerState>();
  private current: ServerState = { kind: "stopped" };
  private running: LanguageClient | undefined;
  private queue: Promise<void> = Promise.resolve();
  private pendingRestart: Promise<void> | undefined;
  private interpreter: string | undefined;

  /** Fires when the server's state changes. */
  readonly onDidChange = this.stateChanged.event;

  constructor(private readonly dependencies: Dependencies) {}

  get state(): ServerState {
    return this.current;
  }

  /** The client of the running server, if any. */
  get client(): LanguageClient | undefined {
    return this.current.kind === "running" ? this.running : undefined;
  }

  /** Starts or restarts the server after the operations in the queue; concurrent requests share one restart. */
  restart(): Promise<void> {
    this.pendingRestart ??= this.enqueue(async () => {
      this.pendingRestart = undefined;
      await this.stopServer();
      await this.startServer();
    });
    if (this.current.kind === "starting") {
      // A server that never answers would block the restart.
      this.running?.serverProcess?.kill();
    }
    return this.pendingRestart;
  }

  /** Restarts the server if the selected interpreter is not the one that it was started with. */
  async onInterpreterChange(): Promise<void> {
    await this.queue;
    if ((await this.selected()) !== this.interpreter) {
      this.dependencies.log.info("the selected interpreter has changed");
      await this.restart();
    }
  }

  /** Stops the server. */
  async stop(): Promise<void> {
    await this.enqueue(() => this.stopServer());
  }

  /** Returns the current context of the search for the server. */
  async searchContext(): Promise<SearchContext> {
    const { paths, interpreters } = serverSettings();
    return {
      paths,
      interpreters,
      selected: await this.selected(),
      searchPath: process.env["PATH"] ?? "",
      folders: (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath),
      trusted: vscode.workspace.isTrusted,
      windows: process.platform === "win32",
      exists: (file) => fs.existsSync(file),
      real: realPath,
    };
  }

  dispose(): void {
    this.stateChanged.dispose();
  }

  private enqueue(work: () => Promise<void>): Promise<void> {
    const done = this.queue.then(work);
    // The caller handles a failure; it must not block later operations.
    this.queue = done.catch(() => undefined);
    return done;
  }

  private async selected(): Promise<string | undefined> {
    // The Python extensions read the workspace, so do not ask them before it is trusted.
    return vscode.workspace.isTrusted ? this.dependencies.environments.selected() : undefined;
  }

  private async stopServer(): Promise<void> {
    const client = this.running;
    this.running = undefined;
    this.setState({ kind: "stopped" });
    // The process of a server that does not answer is killed; its errors do not affect the next server.
    await client?.dispose().catch((error: unknown) => { this.dependencies.log.warn(`stopping the server: ${String(error)}`); });
  }

  private async startServer(): Promise<void> {
    if (!serverSettings().enable) {
      this.dependencies.log.info("graphlint.enable is off");
      this.setState({ kind: "off" });
      return;
    }
    this.setState({ kind: "searching" });
    const context = await this.searchContext();
    this.interpreter = context.selected;
    const { allowed, refused } = candidates(context);
    const search = await findServer(allowed, (candidate) => askVersion(candidate, this.dependencies.folder));
    const rejected = [...refused, ...search.rejected];
    for (const { candidate, why } of rejected) {
      this.dependencies.log.info(`not ${commandLine(candidate)} (${candidate.origin}): ${why}`);
    }
    switch (search.kind) {
      case "missing":
        this.dependencies.log.warn("graphlint was not found");
        this.setState({ kind: "missing", rejected });
        break;
      case "outdated":
        this.dependencies.log.warn(`graphlint ${search.server.version} (${commandLine(search.server)}) is too old: ${OLDEST} or newer is needed`);
        this.setState({ kind: "outdated", server: search.server });
        break;
      case "found":
        await this.run(search.server);
    }
  }

  private async run(server: Server): Promise<void> {
    const { log, trace, folder, explain, showGraph, onProgress } = this.dependencies;
    log.info(`starting graphlint ${server.version}: ${commandLine(server)} server (${server.origin})`);
    this.setState({ kind: "starting", server });
    const client = createClient(server, { log, trace, folder, explain, showGraph, onProgress, errorHandler: this.crashHandler(server) });
    this.running = client;
    client.onDidChangeState(({ newState }) => {
      if (this.running === client && newState === State.Running) {
        this.setState({ kind: "running", server });
      }
    });
    try {
      await client.start();
    } catch (error) {
      if (this.pendingRestart !== undefined) {
        // Superseded by the pending restart.
        return;
      }
      this.setState({ kind: "failed", server, why: error instanceof Error ? error.message : String(error) });
    }
  }

  private crashHandler(server: Server): ErrorHandler {
    const crashes = new Crashes();
    return {
      error: () => ({ action: ErrorAction.Continue, handled: true }),
      closed: () => {
        if (this.current.kind === "starting") {
          // A server that fails to start would fail again.
          return { action: CloseAction.DoNotRestart, handled: true };
        }
        if (crashes.mayRestart(Date.now())) {
          this.setState({ kind: "restarting", server });
          return { action: CloseAction.Restart, handled: true, message: "the server crashed and is restarting" };
        }
        this.setState({ kind: "failed", server, why: "it crashed several times within a few minutes" });
        return { action: CloseAction.DoNotRestart, handled: true, message: "the server crashed too often" };
      },
    };
  }

  private setState(state: ServerState): void {
    this.current = state;
    this.stateChanged.fire(state);
  }
}

function realPath(file: string): string {
  try {
    return fs.realpathSync(file);
  } catch {
    return file;
  }
}
