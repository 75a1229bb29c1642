import * as readline from "node:readline";
import type { Readable } from "node:stream";

import * as vscode from "vscode";
import type { ServerCapabilities } from "vscode-languageclient";
import {
  type ErrorHandler,
  LanguageClient,
  type LanguageClientOptions,
  type Middleware,
  type StaticFeature,
} from "vscode-languageclient/node";

import type { Log } from "./log";
import { EXPLAIN, isPage, type RulePage } from "./rules";
import type { Server } from "./server/finding";
import { safeEnvironment } from "./server/probing";
import { checkSettings, SECTION } from "./settings";

/** What a client needs of the rest of the extension. */
export interface Surroundings {
  readonly log: Log;
  readonly trace: Log;
  /** A folder that holds nothing to import: the server's current folder. */
  readonly folder: string;
  readonly crashed: ErrorHandler;
  readonly explain: (page: RulePage) => Promise<void>;
}

/** A client for a server, not yet started. */
export function createClient(server: Server, around: Surroundings): LanguageClient {
  const options: LanguageClientOptions = {
    documentSelector: [
      { scheme: "file", language: "python" },
      { scheme: "untitled", language: "python" },
      { notebook: "*", language: "python" },
    ],
    initializationOptions: () => ({ settings: checkSettings(undefined) }),
    outputChannel: around.log,
    traceOutputChannel: around.trace,
    errorHandler: around.crashed,
    // Whoever has started the server tells what goes wrong with it, once.
    initializationFailedHandler: () => false,
    diagnosticPullOptions: { onChange: true, onSave: true },
    middleware: middleware(around),
  };
  const stdioOptions = {
    stdout: (): void => undefined,
    // What the server logs comes by the protocol too; on stderr alone there is only what it says when that fails.
    stderr: (stream: Readable): void => {
      readline.createInterface({ input: stream }).on("line", (line) => { around.log.debug(`stderr: ${line}`); });
    },
  };
  const run = { command: server.command, args: [...server.args, "server"], options: { cwd: around.folder, env: safeEnvironment() } };
  const client = new QuietClient(SECTION, "graphlint", run, { ...options, stdioOptions });
  client.registerFeature(new OpenFilesOnly());
  return client;
}

function middleware(around: Surroundings): Middleware {
  return {
    workspace: {
      configuration: async (params, token, next) => {
        const answers = await next(params, token);
        // Typed, with paths made absolute, and without what an untrusted workspace must not decide.
        return params.items.map((item, index): unknown => {
          const resource = item.scopeUri === undefined ? undefined : vscode.Uri.parse(item.scopeUri);
          return item.section === SECTION ? checkSettings(resource) : Array.isArray(answers) ? answers[index] : null;
        });
      },
    },
    executeCommand: async (command, args, next) => {
      const answer: unknown = await next(command, args);
      if (command === EXPLAIN && isPage(answer)) {
        await around.explain(answer);
      }
      return answer;
    },
  };
}

/** Leaves to the log what the client would show of a server that does not start: whoever has started it tells it, with a way out. */
class QuietClient extends LanguageClient {
  override error(message: string, data?: unknown, showNotification?: boolean | "force"): void {
    super.error(message, data, showNotification === "force" ? false : showNotification);
  }
}

/**
 * Leaves the workspace's diagnostics to the command that checks the workspace.
 *
 * A server that offers them is otherwise asked every two seconds, and each time looks through all folders.
 */
class OpenFilesOnly implements StaticFeature {
  fillClientCapabilities(): void {
    // The client's abilities stay as they are.
  }

  preInitialize(capabilities: ServerCapabilities): void {
    if (capabilities.diagnosticProvider !== undefined) {
      capabilities.diagnosticProvider.workspaceDiagnostics = false;
    }
  }

  initialize(): void {
    // All is done before.
  }

  getState(): ReturnType<StaticFeature["getState"]> {
    return { kind: "static" };
  }

  clear(): void {
    // There is nothing to clear.
  }
}
