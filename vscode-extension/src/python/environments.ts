import * as vscode from "vscode";

// The used parts of the APIs of the two extensions that select interpreters. Both extensions are optional.
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

/** An extension that selects interpreters. */
interface Selector {
  selected(resource: vscode.Uri | undefined): Promise<string | undefined>;
  readonly onDidChange: vscode.Event<unknown>;
}

const ENVIRONMENTS_EXTENSION = "ms-python.vscode-python-envs";
const PYTHON_EXTENSION = "ms-python.python";
// The Python extension searches the machine before it answers; the start of the server cannot wait indefinitely.
const TIMEOUT_IN_MS = 10_000;

/** The interpreter selected in the Python extensions, if one is installed. */
export class Environments implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly subscriptions: vscode.Disposable[] = [];
  private selectors: Promise<readonly Selector[]> | undefined;

  /** Fires when the selected interpreter may have changed. */
  readonly onDidChange = this.changed.event;

  constructor() {
    // Extensions can be installed or enabled at any time.
    this.subscriptions.push(
      vscode.extensions.onDidChange(() => {
        this.selectors = undefined;
        this.changed.fire();
      }),
    );
  }

  /** Returns the path of the selected interpreter, if any. */
  async selected(): Promise<string | undefined> {
    const resource = vscode.workspace.workspaceFolders?.[0]?.uri;
    this.selectors ??= this.findSelectors();
    for (const selector of await this.selectors) {
      const interpreter = await withTimeout(selector.selected(resource));
      if (interpreter !== undefined) {
        return interpreter;
      }
    }
    return undefined;
  }

  dispose(): void {
    vscode.Disposable.from(this.changed, ...this.subscriptions).dispose();
  }

  private async findSelectors(): Promise<readonly Selector[]> {
    const [environments, python] = await Promise.all([exportsOf(ENVIRONMENTS_EXTENSION), exportsOf(PYTHON_EXTENSION)]);
    const selectors = [ofEnvironments(environments), ofPython(python)].filter((selector) => selector !== undefined);
    this.subscriptions.push(...selectors.map((selector) => selector.onDidChange(() => { this.changed.fire(); })));
    return selectors;
  }
}

/** Returns the exports of an extension; undefined if it is missing or fails. */
async function exportsOf(id: string): Promise<unknown> {
  const extension = vscode.extensions.getExtension<unknown>(id);
  return extension === undefined ? undefined : withTimeout(Promise.resolve(extension.activate()));
}

// Either may export nothing: the newer one is installed with the older one, but disabled at first.

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

/** Awaits a promise of another extension; undefined if it fails or times out. */
async function withTimeout<T>(promise: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => { resolve(undefined); }, TIMEOUT_IN_MS);
  });
  try {
    return await Promise.race([promise.catch(() => undefined), timeout]);
  } finally {
    clearTimeout(timer);
  }
}
