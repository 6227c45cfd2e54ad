// Runs a program for WebAssembly's system interface, WASI, which sees all files that we see.
//
//     node wasi.mjs PROGRAM ARGUMENT...
import { readFileSync } from "node:fs";
import { WASI } from "node:wasi";

const [program, ...rest] = process.argv.slice(2);
const wasi = new WASI({ version: "preview1", args: [program, ...rest], preopens: { ".": ".", "/": "/" } });
const { instance } = await WebAssembly.instantiate(readFileSync(program), wasi.getImportObject());
process.exitCode = wasi.start(instance);
