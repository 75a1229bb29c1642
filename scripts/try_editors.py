#!/usr/bin/env python3
"""Test the server in headless editors: neovim and emacs (eglot, lsp-mode) open a program, display its finding and apply its fix.

python scripts/try_editors.py [--server PYTHON] [--nvim PROGRAM] [nvim] [emacs] [lsp-mode]

PYTHON is the interpreter that graphlint is installed for, this one by default. PROGRAM is the Neovim to test, the one on PATH by default.
An editor or a package of it that is not installed is named and left out; exit status 1 if one of them did not see what it should.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

PROGRAM = """\
import torch
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
total = 0
for step in range(10):
    optimizer.zero_grad()
    loss = model(torch.randn(8, 3)).exp().mean()
    total += loss
    loss.backward()
    optimizer.step()
print(total, model.weight.data)
"""
FINDING, FIXED = "GL202", "total += loss.detach()"
DRAWN = "total keeps one more graph alive in each iteration"
# A rule that is off by default and has a finding in the program: settings that arrive select it.
SELECTED = "GL402"
SECONDS = 60

# The configuration in docs/editors.md for the version, and then the actions of a user.
NEOVIM = r"""
local buffer
if vim.lsp.config then
  vim.lsp.config("graphlint", {
    cmd = COMMAND,
    filetypes = { "python" },
    root_markers = { "pyproject.toml", "graphlint.toml", ".git" },
    settings = { graphlint = { extendSelect = { SELECTED } } },
  })
  vim.lsp.enable("graphlint")
  vim.cmd("edit " .. FILE)
  buffer = vim.api.nvim_get_current_buf()
else
  vim.cmd("edit " .. FILE)
  buffer = vim.api.nvim_get_current_buf()
  local here = vim.fn.getcwd()
  local config = { name = "graphlint", cmd = COMMAND, root_dir = here,
                   workspace_folders = { { uri = vim.uri_from_fname(here), name = "project" } } }
  if vim.lsp.start then vim.lsp.start(config) else vim.lsp.buf_attach_client(buffer, vim.lsp.start_client(config)) end
end
local function code(item) return item.code or item.user_data.lsp.code end
local function left() return #vim.tbl_filter(function(item) return code(item) == FINDING end, vim.diagnostic.get(buffer)) end
local function found() return left() > 0 end
vim.wait(SECONDS * 1000, found, 50)
local diagnostics = {}
for _, item in ipairs(vim.diagnostic.get(buffer)) do
  table.insert(diagnostics, { code = code(item), line = item.lnum })
end
local params = { textDocument = { uri = vim.uri_from_bufnr(buffer) }, context = { diagnostics = {} },
                 range = { start = { line = 9, character = 4 }, ["end"] = { line = 9, character = 4 } } }
vim.lsp.commands["graphlint.explainRule"] = function(command, context)
  vim.lsp.buf_request(context.bufnr, "workspace/executeCommand", command, function(_, page)
    vim.lsp.util.open_floating_preview(vim.split(page.markdown, "\n"), "markdown")
  end)
end
vim.lsp.commands["graphlint.explainRule"]({ command = "graphlint.explainRule", arguments = { "GL202" } }, { bufnr = buffer })
vim.wait(SECONDS * 1000, function() return #vim.api.nvim_list_wins() > 1 end, 50)
local explained = {}
for _, window in ipairs(vim.api.nvim_list_wins()) do
  if window ~= vim.api.nvim_get_current_win() then
    explained = vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false)
    vim.api.nvim_win_close(window, true)
  end
end
vim.lsp.commands["graphlint.openGraph"] = function(command, context)
  vim.lsp.buf_request(context.bufnr, "workspace/executeCommand", command, function(_, picture)
    if not picture or picture.uri then return end
    vim.cmd("new")
    vim.api.nvim_buf_set_lines(0, 0, -1, false, vim.split(picture.text, "\n"))
    vim.bo.buftype, vim.bo.bufhidden, vim.bo.modifiable = "nofile", "wipe", false
  end)
end
for _, answer in pairs(vim.lsp.buf_request_sync(buffer, "textDocument/codeAction", params, SECONDS * 1000) or {}) do
  for _, action in ipairs(answer.result or {}) do
    local command = type(action.command) == "table" and action.command or action
    if command.command == "graphlint.openGraph" then vim.lsp.commands[command.command](command, { bufnr = buffer }) end
  end
end
vim.wait(SECONDS * 1000, function() return vim.api.nvim_get_current_buf() ~= buffer end, 50)
local picture = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), " ")
if vim.api.nvim_get_current_buf() ~= buffer then vim.cmd("close") end
for _, answer in pairs(vim.lsp.buf_request_sync(buffer, "textDocument/codeAction", params, SECONDS * 1000) or {}) do
  for _, action in ipairs(answer.result or {}) do
    if action.isPreferred and vim.startswith(action.title, FINDING) then
      if not action.edit then
        for _, resolved in pairs(vim.lsp.buf_request_sync(buffer, "codeAction/resolve", action, SECONDS * 1000) or {}) do
          action = resolved.result
        end
      end
      vim.lsp.util.apply_workspace_edit(action.edit, "utf-16")
    end
  end
end
vim.cmd("write")
vim.wait(SECONDS * 1000, function() return not found() end, 50)
local file = io.open(OUTPUT, "w")
explained = table.concat(explained, " ")
file:write(vim.fn.json_encode({ found = diagnostics, left = left(), configured = vim.lsp.config ~= nil, explained = explained,
                                  picture = picture }))
file:close()
vim.cmd("qa!")
"""

# As for neovim; `eglot-code-actions` asks which action to take, and is answered with its default.
EMACS = """
(require 'package)
(package-initialize)
(require 'project)
(require 'eglot)
(require 'json)
(setq eglot-sync-connect t eglot-connect-timeout SECONDS eglot-confirm-server-initiated-edits nil eglot-autoshutdown t)
(add-to-list 'eglot-server-programs '(python-mode . COMMAND))
(find-file FILE)
(python-mode)
(apply #'eglot--connect (eglot--guess-contact))
(defun diagnostics ()
  (mapcar (lambda (item) (list (cons 'code (flymake-diagnostic-text item))
                               (cons 'line (1- (line-number-at-pos (flymake-diagnostic-beg item))))))
          (flymake-diagnostics)))
(defun wait-until (condition)
  (let ((end (+ (float-time) SECONDS)))
    (while (and (not (funcall condition)) (< (float-time) end)) (accept-process-output nil 0.05))))
(flymake-mode 1)
(flymake-start)
(wait-until (lambda () (flymake-start) (diagnostics)))
(let ((found (diagnostics)))
  (goto-char (point-min))
  (forward-line 9)
  (back-to-indentation)
  (setq last-nonmenu-event ?a)
  (cl-letf (((symbol-function 'completing-read) (lambda (_prompt _options _p _r _i _h default &rest _) default)))
    (eglot-code-actions (point) (point) nil t))
  (wait-until (lambda () (buffer-modified-p)))
  (save-buffer)
  (wait-until (lambda () (flymake-start) (not (diagnostics))))
  (with-temp-file OUTPUT
    (insert (json-encode (list (cons 'found found) (cons 'left (length (with-current-buffer (get-file-buffer FILE) (diagnostics)))))))))
(kill-emacs 0)
"""

# As for eglot, with the client that docs/editors.md tells users to write.
LSP_MODE = """
(require 'package)
(package-initialize)
(require 'lsp-mode)
(require 'json)
(setq lsp-auto-guess-root t lsp-enable-snippet nil lsp-enable-file-watchers nil lsp-warn-no-matched-clients nil)
(lsp-register-client
 (make-lsp-client :new-connection (lsp-stdio-connection (lambda () 'COMMAND))
                  :activation-fn (lsp-activate-on "python")
                  :initialization-options '((run . "onType"))
                  :server-id 'graphlint
                  :add-on? t))
(setq lsp-enabled-clients '(graphlint))
(find-file FILE)
(python-mode)
(lsp)
(defun diagnostics ()
  (mapcar (lambda (item) (list (cons 'code (gethash "code" item)) (cons 'line (gethash "line" (gethash "start" (gethash "range" item))))))
          (lsp--get-buffer-diagnostics)))
(defun wait-until (condition)
  (let ((end (+ (float-time) SECONDS)))
    (while (and (not (funcall condition)) (< (float-time) end)) (accept-process-output nil 0.05))))
(wait-until #'diagnostics)
(let ((found (diagnostics)))
  (goto-char (point-min))
  (forward-line 9)
  (back-to-indentation)
  (lsp-execute-code-action (seq-find (lambda (action) (gethash "isPreferred" action)) (lsp-code-actions-at-point)))
  (wait-until #'buffer-modified-p)
  (save-buffer)
  (wait-until (lambda () (not (diagnostics))))
  (with-temp-file OUTPUT
    (insert (json-encode (list (cons 'found found) (cons 'left (length (with-current-buffer (get-file-buffer FILE) (diagnostics)))))))))
(kill-emacs 0)
"""


def main(arguments: Sequence[str]) -> int:
    """Test the editors."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("editors", nargs="*", default=list(EDITORS))
    parser.add_argument("--server", default=sys.executable)
    parser.add_argument("--nvim", default="nvim")
    options = parser.parse_args(arguments)
    status = 0
    for name in options.editors:
        wanted = options.nvim if name == "nvim" else "emacs"
        program = shutil.which(wanted)
        missing = wanted if program is None else _missing_library(program, name)
        if program is None or missing:
            print(f"{name}: {missing} is not installed, left out")
            continue
        version = subprocess.run([program, "--version"], capture_output=True, text=True, check=False).stdout.partition("\n")[0]
        problem = _test(name, program, options.server)
        print(f"{name} ({version}): {problem or 'sees the finding and makes the fix'}")
        status |= bool(problem)
    return status


def _test(name: str, program: str, server: str) -> str:
    """Test an editor and return the problem, or an empty string."""
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder).resolve() / "project"
        project.mkdir()
        subprocess.run(["git", "init", "--quiet", str(project)], check=True)
        file, output = project / "train.py", Path(folder).resolve() / "output.json"
        file.write_text(PROGRAM, encoding="utf-8")
        command = EDITORS[name](program, [server, "-I", "-m", "graphlint", "server"], file, output)
        try:
            environment = {**os.environ, "HOME": folder, "XDG_CONFIG_HOME": folder, "XDG_STATE_HOME": folder}
            done = subprocess.run(
                command, cwd=project, env=environment, capture_output=True, timeout=4 * SECONDS, check=False, stdin=subprocess.DEVNULL
            )
        except subprocess.TimeoutExpired:
            return "hangs"
        if not output.exists():
            return f"says nothing: {(done.stderr + done.stdout).decode('utf-8', 'replace')[-2000:]}"
        said = json.loads(output.read_text(encoding="utf-8"))
        if not any(FINDING in str(item["code"]) or "graph" in str(item["code"]) for item in said["found"]):
            return f"does not see the finding: {said}"
        if said.get("configured") and not any(item["code"] == SELECTED for item in said["found"]):
            return f"does not send its settings: {said}"
        if FINDING not in said.get("explained", FINDING):
            return f"does not explain the rule: {said}"
        if DRAWN not in said.get("picture", DRAWN):
            return f"does not show the picture: {said}"
        if FIXED not in file.read_text(encoding="utf-8"):
            return f"has not made the fix: {said}"
        return f"shows what is no more: {said}" if said["left"] else ""


def _neovim(program: str, command: list[str], file: Path, output: Path) -> list[str]:
    words = ", ".join(json.dumps(word) for word in command)
    head = f"FILE, OUTPUT, COMMAND, SECONDS = {json.dumps(str(file))}, {json.dumps(str(output))}, {{ {words} }}, {SECONDS}\n"
    head += f"FINDING, SELECTED = {json.dumps(FINDING)}, {json.dumps(SELECTED)}\n"
    script = output.parent / "try.lua"
    script.write_text(head + NEOVIM, encoding="utf-8")
    return [program, "--headless", "--clean", "-c", f"luafile {script}", "-c", "qa!"]


def _missing_library(program: str, name: str) -> str:
    """Return the Emacs package that a test needs if it is not installed; else an empty string."""
    library = LIBRARIES.get(name, "")
    script = f"(progn (require 'package) (package-initialize) (kill-emacs (if (locate-library {json.dumps(library)}) 0 1)))"
    if not library or subprocess.run([program, "-q", "--batch", "--eval", script], capture_output=True, check=False).returncode == 0:
        return ""
    return library


def _emacs(program: str, command: list[str], file: Path, output: Path, script_text: str = EMACS) -> list[str]:
    words = " ".join(json.dumps(word) for word in command)
    text = script_text.replace("COMMAND", f"({words})").replace("SECONDS", str(SECONDS))
    script = output.parent / "try.el"
    script.write_text(text.replace("FILE", json.dumps(str(file))).replace("OUTPUT", json.dumps(str(output))), encoding="utf-8")
    return [program, "-q", "--batch", "-l", str(script)]


def _lsp_mode(program: str, command: list[str], file: Path, output: Path) -> list[str]:
    return _emacs(program, command, file, output, LSP_MODE)


EDITORS: dict[str, Callable[[str, list[str], Path, Path], list[str]]] = {"nvim": _neovim, "emacs": _emacs, "lsp-mode": _lsp_mode}
LIBRARIES = {"emacs": "eglot", "lsp-mode": "lsp-mode"}

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
