import * as vscode from "vscode";

// Only what is used of the interfaces of the two extensions that select interpreters. Both may be missing.
interface PythonExtension {
  readonly environments: {
    getActiveEnvironmentPath(resource?: vscode.Uri): { readonly path: string };
    resolveEnvironment(environment: { readonly path: string }): Promise<{ readonly executable: { readonly uri?: vscode.Uri } } | undefined>;
    readonly onDidChangeActiveEnvironmentPath: vscode.Event<unknown>;
  };
}

interface EnvironmentsExtension {
  getEnvironment(scope: vscode.Uri | undefined): Promise<{ readonly execInfo: { readonly run: { readonly executable: string } } } | undefined>;
  readonly onDidChangeEnvironment: vscode.Event<unknown>;
}

/** One of the extensions that select interpreters. */
interface Selector {
  selected(resource: vscode.Uri | undefined): Promise<string | undefined>;
  readonly onDidChange: vscode.Event<unknown>;
}

const ENVIRONMENTS_EXTENSION = "ms-python.vscode-python-envs";
const PYTHON_EXTENSION = "ms-python.python";
// The Python extension looks through the machine before it answers; whoever has a server to start cannot wait for ever.
const PATIENCE_IN_MS = 10_000;

/** The interpreter that is selected in the Python extensions, where one of them is installed. */
export class Environments implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly subscriptions: vscode.Disposable[] = [];
  private selectors: Promise<readonly Selector[]> | undefined;

  /** Fires when another interpreter may be selected. */
  readonly onDidChange = this.changed.event;

  constructor() {
    // An extension may be installed or enabled while this one runs.
    this.subscriptions.push(
      vscode.extensions.onDidChange(() => {
        this.selectors = undefined;
        this.changed.fire();
      }),
    );
  }

  /** The path of the selected interpreter; undefined where nobody selects one. */
  async selected(): Promise<string | undefined> {
    const resource = vscode.workspace.workspaceFolders?.[0]?.uri;
    this.selectors ??= this.connected();
    for (const selector of await this.selectors) {
      const found = await inTime(selector.selected(resource));
      if (found !== undefined) {
        return found;
      }
    }
    return undefined;
  }

  dispose(): void {
    vscode.Disposable.from(this.changed, ...this.subscriptions).dispose();
  }

  private async connected(): Promise<readonly Selector[]> {
    const [one, two] = await Promise.all([exported(ENVIRONMENTS_EXTENSION), exported(PYTHON_EXTENSION)]);
    const selectors = [ofEnvironments(one), ofPython(two)].filter((selector) => selector !== undefined);
    this.subscriptions.push(...selectors.map((selector) => selector.onDidChange(() => { this.changed.fire(); })));
    return selectors;
  }
}

/** What an extension exports; undefined if it is not there, or fails. */
async function exported(id: string): Promise<unknown> {
  const extension = vscode.extensions.getExtension<unknown>(id);
  return extension === undefined ? undefined : inTime(Promise.resolve(extension.activate()));
}

// Each may export nothing: the newer one is installed beside the older one before a person has switched it on.

function ofEnvironments(exports: unknown): Selector | undefined {
  const api = exports as Partial<EnvironmentsExtension> | undefined;
  const { getEnvironment, onDidChangeEnvironment } = api ?? {};
  if (api === undefined || getEnvironment === undefined || onDidChangeEnvironment === undefined) {
    return undefined;
  }
  return {
    selected: async (resource) => (await getEnvironment.call(api, resource))?.execInfo.run.executable,
    onDidChange: onDidChangeEnvironment,
  };
}

function ofPython(exports: unknown): Selector | undefined {
  const environments = (exports as Partial<PythonExtension> | undefined)?.environments;
  if (environments === undefined) {
    return undefined;
  }
  return {
    selected: async (resource) => {
      const environment = await environments.resolveEnvironment(environments.getActiveEnvironmentPath(resource));
      return environment?.executable.uri?.fsPath;
    },
    onDidChange: environments.onDidChangeActiveEnvironmentPath,
  };
}

/** What a promise comes to; undefined if it fails or takes too long, for which another extension is to blame. */
async function inTime<T>(promise: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => { resolve(undefined); }, PATIENCE_IN_MS);
  });
  try {
    return await Promise.race([promise.catch(() => undefined), late]);
  } finally {
    clearTimeout(timer);
  }
}
