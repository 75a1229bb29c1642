import * as vscode from "vscode";

const LEVELS: Readonly<Record<string, vscode.LogLevel>> = {
  off: vscode.LogLevel.Off,
  error: vscode.LogLevel.Error,
  warn: vscode.LogLevel.Warning,
  info: vscode.LogLevel.Info,
  debug: vscode.LogLevel.Debug,
  trace: vscode.LogLevel.Trace,
};

/** Converts the value of a log-level setting. */
export function levelOf(word: string): vscode.LogLevel {
  return LEVELS[word] ?? vscode.LogLevel.Info;
}

/**
 * A log whose level is a setting.
 *
 * The level of VS Code's own log channels can only be changed in a menu, so a setting would have no effect on them.
 */
export class Log implements vscode.LogOutputChannel {
  private readonly channel: vscode.OutputChannel;
  private readonly levelChanged = new vscode.EventEmitter<vscode.LogLevel>();
  private level: vscode.LogLevel;

  readonly onDidChangeLogLevel = this.levelChanged.event;

  constructor(
    readonly name: string,
    level: vscode.LogLevel,
  ) {
    this.channel = vscode.window.createOutputChannel(name, "log");
    this.level = level;
  }

  get logLevel(): vscode.LogLevel {
    return this.level;
  }

  set logLevel(level: vscode.LogLevel) {
    if (level !== this.level) {
      this.level = level;
      this.levelChanged.fire(level);
    }
  }

  trace(message: string, ...rest: unknown[]): void {
    this.write(vscode.LogLevel.Trace, message, rest);
  }

  debug(message: string, ...rest: unknown[]): void {
    this.write(vscode.LogLevel.Debug, message, rest);
  }

  info(message: string, ...rest: unknown[]): void {
    this.write(vscode.LogLevel.Info, message, rest);
  }

  warn(message: string, ...rest: unknown[]): void {
    this.write(vscode.LogLevel.Warning, message, rest);
  }

  error(message: string | Error, ...rest: unknown[]): void {
    this.write(vscode.LogLevel.Error, message instanceof Error ? (message.stack ?? message.message) : message, rest);
  }

  append(value: string): void {
    this.channel.append(value);
  }

  appendLine(value: string): void {
    this.channel.appendLine(value);
  }

  replace(value: string): void {
    this.channel.replace(value);
  }

  clear(): void {
    this.channel.clear();
  }

  show(columnOrPreserve?: vscode.ViewColumn | boolean, preserve?: boolean): void {
    this.channel.show(typeof columnOrPreserve === "boolean" ? columnOrPreserve : preserve);
  }

  hide(): void {
    this.channel.hide();
  }

  dispose(): void {
    this.levelChanged.dispose();
    this.channel.dispose();
  }

  private write(level: vscode.LogLevel, message: string, rest: readonly unknown[]): void {
    if (this.level === vscode.LogLevel.Off || level < this.level) {
      return;
    }
    const more = rest.map((item) => (typeof item === "string" ? item : JSON.stringify(item)));
    const time = new Date().toISOString().replace("T", " ").replace("Z", "");
    this.channel.appendLine(`${time} [${vscode.LogLevel[level].toLowerCase()}] ${[message, ...more].join(" ")}`);
  }
}
