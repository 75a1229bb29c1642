import { readFileSync } from "node:fs";
import { join } from "node:path";

import * as vscode from "vscode";

import { startedRule } from "./ruleLists";

/** A rule, or a family of rules, in the schema of the settings. */
interface Choice {
  readonly label: string;
  readonly description: string;
  readonly body: string;
}

interface Schema {
  readonly definitions: { readonly rules: { readonly items: { readonly defaultSnippets: readonly Choice[] } } };
}

/**
 * Completes codes of rules in pyproject.toml.
 *
 * The schema of graphlint.toml does the same there, but a file has one schema, and pyproject.toml is also that of other tools.
 */
export function registerRuleCompletion(extensionFolder: string): vscode.Disposable {
  const schema = JSON.parse(readFileSync(join(extensionFolder, "schemas", "settings.json"), "utf8")) as Schema;
  const choices = schema.definitions.rules.items.defaultSnippets;
  const provider: vscode.CompletionItemProvider = {
    provideCompletionItems(document, position) {
      const started = startedRule(document.getText(new vscode.Range(new vscode.Position(0, 0), position)));
      return started === undefined ? [] : choices.map((choice) => completion(choice, position, started.length));
    },
  };
  return vscode.languages.registerCompletionItemProvider({ scheme: "file", pattern: "**/pyproject.toml" }, provider, '"', "'");
}

function completion(choice: Choice, position: vscode.Position, startedLength: number): vscode.CompletionItem {
  const item = new vscode.CompletionItem({ label: choice.label, description: choice.description }, vscode.CompletionItemKind.EnumMember);
  item.insertText = choice.body;
  item.range = new vscode.Range(position.translate(0, -startedLength), position);
  return item;
}
