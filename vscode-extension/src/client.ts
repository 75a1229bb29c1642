import * as readline from "node:readline";
import type { Readable } from "node:stream";

import * as vscode from "vscode";
import type { ClientCapabilities, ServerCapabilities } from "vscode-languageclient";
import {
  type ErrorHandler,
  LanguageClient,
  type LanguageClientOptions,
  type Middleware,
  type StaticFeature,
} from "vscode-languageclient/node";

import type { Log } from "./log";
import { type GraphPage, isGraphPage, SHOW_GRAPH } from "./graphPage";
import { EXPLAIN, isPage, type RulePage } from "./rules";
import type { Server } from "./server/finding";
import { safeEnvironment } from "./server/probing";
import { checkSettings, SECTION } from "./settings";

/** Parts of the extension that a client uses. */
export interface ClientContext {
  readonly log: Log;
  readonly trace: Log;
  /** The server's current folder; it contains nothing that Python could import. */
  readonly folder: string;
  readonly errorHandler: ErrorHandler;
  readonly explain: (page: RulePage) => Promise<void>;
  readonly showGraph: (page: GraphPage) => void;
  /** Receives the text of background work while it goes on, and undefined when it has ended. */
  readonly onProgress: (token: string | number, text: string | undefined) => void;
}

/** Creates a client for a server without starting it. */
export function createClient(server: Server, context: ClientContext): LanguageClient {
  const options: LanguageClientOptions = {
    documentSelector: [
      { scheme: "file", language: "python" },
      { scheme: "untitled", language: "python" },
      { notebook: "*", language: "python" },
    ],
    initializationOptions: () => ({ settings: checkSettings(undefined) }),
    outputChannel: context.log,
    traceOutputChannel: context.trace,
    errorHandler: context.errorHandler,
    // The supervisor reports the failure once.
    initializationFailedHandler: () => false,
    diagnosticPullOptions: { onChange: true, onSave: true },
    middleware: middleware(context),
  };
  const stdioOptions = {
    stdout: (): void => undefined,
    // The server's log also arrives over the protocol; stderr matters only if that fails.
    stderr: (stream: Readable): void => {
      readline.createInterface({ input: stream }).on("line", (line) => { context.log.debug(`stderr: ${line}`); });
    },
  };
  const run = { command: server.command, args: [...server.args, "server"], options: { cwd: context.folder, env: safeEnvironment() } };
  const client = new QuietClient(SECTION, "graphlint", run, { ...options, stdioOptions });
  client.registerFeature(new OpenFilesOnly());
  client.registerFeature(new ShowsPictures());
  return client;
}

function middleware(context: ClientContext): Middleware {
  return {
    workspace: {
      configuration: async (params, token, next) => {
        const answers = await next(params, token);
        // Typed, with absolute paths, and without the restricted settings of an untrusted workspace.
        return params.items.map((item, index): unknown => {
          const resource = item.scopeUri === undefined ? undefined : vscode.Uri.parse(item.scopeUri);
          return item.section === SECTION ? checkSettings(resource) : Array.isArray(answers) ? answers[index] : null;
        });
      },
    },
    handleWorkDoneProgress: (token, params, next) => {
      if (params.kind === "end") {
        context.onProgress(token, undefined);
      } else {
        const parts = [params.kind === "begin" ? params.title : "", params.message ?? ""];
        context.onProgress(token, parts.filter((part) => part !== "").join(": "));
      }
      next(token, params);
    },
    executeCommand: async (command, args, next) => {
      const answer: unknown = await next(command, args);
      if (command === EXPLAIN && isPage(answer)) {
        await context.explain(answer);
      } else if (command === SHOW_GRAPH && isGraphPage(answer)) {
        context.showGraph(answer);
      }
      return answer;
    },
  };
}

/** Logs start errors without showing them: the supervisor reports them with actions to take. */
class QuietClient extends LanguageClient {
  override error(message: string, data?: unknown, showNotification?: boolean | "force"): void {
    super.error(message, data, showNotification === "force" ? false : showNotification);
  }
}

/**
 * Disables automatic pulling of workspace diagnostics, which the command `Check Workspace` pulls.
 *
 * The client would otherwise pull them every two seconds, and the server would search all folders each time.
 */
class OpenFilesOnly implements StaticFeature {
  fillClientCapabilities(): void {
    // Capabilities are unchanged.
  }

  preInitialize(capabilities: ServerCapabilities): void {
    if (capabilities.diagnosticProvider !== undefined) {
      capabilities.diagnosticProvider.workspaceDiagnostics = false;
    }
  }

  initialize(): void {
    // Done in preInitialize.
  }

  getState(): ReturnType<StaticFeature["getState"]> {
    return { kind: "static" };
  }

  clear(): void {
    // Without state.
  }
}

/** Tells the server that the client shows the pictures of graphs itself, so that it does not open them as text. */
class ShowsPictures implements StaticFeature {
  fillClientCapabilities(capabilities: ClientCapabilities): void {
    capabilities.experimental = { ...capabilities.experimental as object, graphlint: { pictures: true } };
  }

  initialize(): void {
    // Done in fillClientCapabilities.
  }

  getState(): ReturnType<StaticFeature["getState"]> {
    return { kind: "static" };
  }

  clear(): void {
    // Without state.
  }
}
