import * as path from "node:path";

/** The places at which a setting can be set, as VS Code tells them. */
export interface Inspected<T> {
  readonly defaultValue?: T;
  readonly globalValue?: T;
  readonly workspaceValue?: T;
  readonly workspaceFolderValue?: T;
}

/**
 * The value of a setting that chooses what is run: in an untrusted workspace, only the user's own counts.
 *
 * VS Code leaves restricted settings out by itself; that the workspace has no say is not left to a line of the manifest alone.
 */
export function permitted<T>(inspected: Inspected<T> | undefined, trusted: boolean): T | undefined {
  const own = inspected?.globalValue ?? inspected?.defaultValue;
  return trusted ? (inspected?.workspaceFolderValue ?? inspected?.workspaceValue ?? own) : own;
}

/**
 * Whether a program lies in one of the workspace's folders, by its name or behind links.
 *
 * @param real resolves links. The interpreter of a virtual environment is a link to one outside, but runs what lies around the link.
 */
export function liesIn(program: string, folders: readonly string[], real: (path: string) => string): boolean {
  const names = [program, real(program), path.join(real(path.dirname(program)), path.basename(program))];
  return folders.some((folder) => [folder, real(folder)].some((root) => names.some((name) => isBelow(name, root))));
}

function isBelow(name: string, folder: string): boolean {
  const relative = path.relative(folder, name);
  return relative === "" || (relative !== ".." && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative));
}
