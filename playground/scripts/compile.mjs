// Compile Python modules by the Python of Pyodide, and pack them into one archive.
//
// node scripts/compile.mjs MODULES ARCHIVE
//
// The archive holds the compiled modules in place of their sources, and all other files. It is the same byte for byte for the same files.
import { dirname, basename, resolve } from "node:path";

import { loadPyodide } from "pyodide";

const [modules, archive] = process.argv.slice(2).map((path) => resolve(path));
const pyodide = await loadPyodide();
pyodide.mountNodeFS("/modules", modules);
pyodide.mountNodeFS("/archive", dirname(archive));
pyodide.globals.set("NAME", basename(archive));
pyodide.runPython(`
import importlib.util, marshal, os, struct, zipfile

def compiled(path, source):
    code = compile(source, path, "exec", dont_inherit=True, optimize=0)
    # The flags 1: named by a hash that is never compared with the source, which is not in the archive.
    return importlib.util.MAGIC_NUMBER + struct.pack("<I", 1) + bytes(8) + marshal.dumps(code)

with zipfile.ZipFile("/archive/" + NAME, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
    for folder, folders, names in os.walk("/modules"):
        folders.sort()
        for name in sorted(names):
            full = os.path.join(folder, name)
            path = os.path.relpath(full, "/modules")
            with open(full, "rb") as file:
                data = file.read()
            if name.endswith(".py"):
                path, data = path + "c", compiled(path, data)
            archive.writestr(zipfile.ZipInfo(path), data, zipfile.ZIP_DEFLATED, 9)
`);
