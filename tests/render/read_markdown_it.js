// Reads markdown with markdown-it: a JSON string per line in, its HTML as a JSON string out.
//
//   node read_markdown_it.js MODULE PRESET
//
// PRESET is one of markdown-it's, "commonmark" or "default". HTML is on, bare addresses become links
// with "default", and every link that is found is shown, with the text that it has in the source.
"use strict";

const readline = require("readline");

const [name, preset] = process.argv.slice(2);
const reader = require(name)(preset, { html: true, linkify: preset === "default" });
reader.validateLink = () => true;
reader.normalizeLinkText = (text) => text;

readline.createInterface({ input: process.stdin }).on("line", (line) => {
    process.stdout.write(JSON.stringify(reader.render(JSON.parse(line))) + "\n");
});
