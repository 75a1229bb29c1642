import eslint from "@eslint/js";
import { defineConfig, globalIgnores } from "eslint/config";
import typescript from "typescript-eslint";

function readonly(...names) {
  return Object.fromEntries(names.map((name) => [name, "readonly"]));
}

export default defineConfig(
  globalIgnores(["node_modules"]),
  eslint.configs.recommended,
  {
    files: ["**/*.ts"],
    extends: [typescript.configs.strictTypeChecked, typescript.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      eqeqeq: "error",
      "no-console": "error",
      "@typescript-eslint/explicit-function-return-type": ["error", { allowExpressions: true }],
      "@typescript-eslint/switch-exhaustiveness-check": "error",
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
    },
  },
  { files: ["**/*.mjs"], languageOptions: { globals: readonly("Uint8Array", "process", "console", "URL", "performance") } },
  {
    files: ["tests/browser.test.mjs"],
    languageOptions: {
      globals: readonly("ClipboardEvent", "DataTransfer", "Event", "document", "location", "navigator", "requestAnimationFrame", "window"),
    },
  },
);
