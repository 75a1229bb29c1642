import * as path from "node:path";

/** Values of the variables in paths. */
export interface Variables {
  readonly home: string;
  readonly folder: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const VARIABLE = /\$\{([^}]+)\}/g;

/**
 * Expands a path of a setting to an absolute path.
 *
 * @returns the path; undefined if it is empty or contains an unknown variable, such as `${workspaceFolder}` without a folder.
 */
export function expandPath(setting: string, variables: Variables): string | undefined {
  const names = [...setting.matchAll(VARIABLE)].map(([, name]) => name ?? "");
  if (names.some((name) => valueOf(name, variables) === undefined)) {
    return undefined;
  }
  const text = setting.trim().replace(VARIABLE, (_, name: string) => valueOf(name, variables) ?? "");
  if (text === "") {
    return undefined;
  }
  const fromHome = text === "~" || /^~[\\/]/.test(text) ? path.join(variables.home, text.slice(1)) : text;
  if (path.isAbsolute(fromHome)) {
    return path.normalize(fromHome);
  }
  return variables.folder === undefined ? undefined : path.resolve(variables.folder, fromHome);
}

function valueOf(name: string, variables: Variables): string | undefined {
  switch (name) {
    case "workspaceFolder":
      return variables.folder;
    case "userHome":
      return variables.home;
    default:
      return name.startsWith("env:") ? variables.env[name.slice("env:".length)] : undefined;
  }
}
