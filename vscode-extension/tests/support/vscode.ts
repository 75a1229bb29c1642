import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";

const MAIN = path.resolve("node_modules/code-server/lib/vscode/out/server-main.js");
const HOST = "127.0.0.1";
const LICENSE = ["--accept-server-license-terms", "--without-connection-token"];
// Nothing of it looks for a network, or asks a person anything before the test does.
const QUIET = {
  "security.workspace.trust.enabled": false,
  "telemetry.telemetryLevel": "off",
  "update.mode": "none",
  "files.autoSave": "off",
  "extensions.autoUpdate": false,
  "extensions.autoCheckUpdates": false,
  "extensions.ignoreRecommendations": true,
  "workbench.enableExperiments": false,
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "git.enabled": false,
  "files.simpleDialog.enable": true,
  "window.restoreWindows": "none",
  "editor.minimap.enabled": false,
  "editor.quickSuggestions": { "other": "off", "comments": "off", "strings": "off" },
  "editor.suggestOnTriggerCharacters": false,
};

/** How a VS Code is started. */
export interface Options {
  /** Packaged extensions that are installed in it. */
  readonly extensions?: readonly string[];
  /** What the user has set, besides what keeps it quiet. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** What differs in the environment of its processes. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A VS Code server, with a home of its own. */
export class VSCode {
  private constructor(
    private readonly process: ChildProcess,
    private readonly home: string,
    private readonly port: string,
  ) {}

  static async start(options: Options = {}): Promise<VSCode> {
    const home = mkdtempSync(path.join(tmpdir(), "graphlint-vscode-"));
    try {
      const extensions = path.join(home, "extensions");
      const places = ["--user-data-dir", home, "--server-data-dir", home, "--extensions-dir", extensions];
      const env = { ...process.env, EXTENSIONS_GALLERY: '{"serviceUrl":""}', ...options.env };
      mkdirSync(extensions);
      mkdirSync(path.join(home, "User"));
      writeFileSync(path.join(home, "User", "settings.json"), JSON.stringify({ ...QUIET, ...options.settings }));
      if (options.extensions !== undefined && options.extensions.length > 0) {
        const wanted = options.extensions.flatMap((file) => ["--install-extension", file]);
        const done = spawnSync(process.execPath, [MAIN, ...LICENSE, ...places, ...wanted], { encoding: "utf8", env });
        if (done.status !== 0) {
          throw new Error(`the extensions cannot be installed: ${done.stderr}${done.stdout}`);
        }
      }
      const args = [MAIN, ...LICENSE, ...places, "--host", HOST, "--port", "0", "--disable-telemetry", "--force-disable-user-env"];
      // A process group of its own, so that all that it has started can be ended with it.
      const server = spawn(process.execPath, args, { env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
      return new VSCode(server, home, await portOf(server));
    } catch (error) {
      rmSync(home, { recursive: true, force: true });
      throw error;
    }
  }

  get pid(): number {
    return this.process.pid ?? 0;
  }

  /**
   * The address of a window.
   *
   * @param development an extension that is run from its folder, and tests that are run inside of the window.
   */
  address(folder: string, development: { extension?: string; tests?: string } = {}): string {
    const remote = (file: string): string => `vscode-remote://${HOST}:${this.port}${path.resolve(file)}`;
    const payload = [["skipWelcome", "true"]];
    if (development.extension !== undefined) {
      payload.push(["extensionDevelopmentPath", remote(development.extension)]);
    }
    if (development.tests !== undefined) {
      payload.push(["extensionTestsPath", remote(development.tests)]);
    }
    return `http://${HOST}:${this.port}/?folder=${encodeURIComponent(folder)}&payload=${encodeURIComponent(JSON.stringify(payload))}`;
  }

  /** Ends it and all that it has started. */
  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.process.once("exit", resolve));
    if (this.process.exitCode === null) {
      process.kill(-this.pid, "SIGKILL");
      await ended;
    }
    rmSync(this.home, { recursive: true, force: true, maxRetries: 5 });
  }
}

function portOf(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    server.stderr?.on("data", (data: Buffer) => { said += data.toString(); });
    server.once("exit", () => { reject(new Error(`VS Code has ended before it could be reached: ${said}`)); });
    if (server.stdout !== null) {
      createInterface({ input: server.stdout }).on("line", (line) => {
        const port = /listening on (\d+)/.exec(line)?.[1];
        if (port !== undefined) {
          resolve(port);
        }
      });
    }
  });
}
