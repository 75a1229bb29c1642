import * as path from "node:path";

/** Values of a setting by scope, as returned by VS Code. */
export interface ValuesByScope<T> {
  readonly defaultValue?: T;
  readonly globalValue?: T;
  readonly workspaceValue?: T;
  readonly workspaceFolderValue?: T;
}

/**
 * Returns the value of a setting that names a program to run: in an untrusted workspace, the user's value.
 *
 * VS Code already ignores restricted settings of such a workspace; this does not rely on the manifest alone.
 */
export function trustedValue<T>(values: ValuesByScope<T> | undefined, trusted: boolean): T | undefined {
  const userValue = values?.globalValue ?? values?.defaultValue;
  return trusted ? (values?.workspaceFolderValue ?? values?.workspaceValue ?? userValue) : userValue;
}

/**
 * Checks whether a program is in a workspace folder, by its path or after resolving links.
 *
 * @param real resolves links. The interpreter of a virtual environment is a link to one outside, but imports packages next to the link.
 */
export function isInside(program: string, folders: readonly string[], real: (path: string) => string): boolean {
  const names = [program, real(program), path.join(real(path.dirname(program)), path.basename(program))];
  return folders.some((folder) => [folder, real(folder)].some((root) => names.some((name) => isBelow(name, root))));
}

function isBelow(name: string, folder: string): boolean {
  const relative = path.relative(folder, name);
  return relative === "" || (relative !== ".." && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative));
}
