// Runs a program for WebAssembly's system interface, WASI. It sees the files in the folder that it is called in, and below.
//
//     node wasi.mjs PROGRAM ARGUMENT...
import { readFileSync } from "node:fs";
import { WASI } from "node:wasi";

const [program, ...rest] = process.argv.slice(2);
const wasi = new WASI({ version: "preview1", args: [program, ...rest], preopens: { ".": ".", [process.cwd()]: "." } });
const { instance } = await WebAssembly.instantiate(readFileSync(program), wasi.getImportObject());
process.exitCode = wasi.start(instance);
