// Writes the chapters that the page brings along, from docs/: text, boards and tables, without pictures, measured times and code in
// Rust. Links to other chapters lead there if they are among them, and are text otherwise.

import { readFileSync } from "node:fs";
import path from "node:path";

import { Marked } from "marked";
import type { Plugin } from "vite";

import { CHAPTERS } from "./src/chapters";

const DOCS = path.resolve(import.meta.dirname, "../docs");

/** The name of a section, as the book has it. */
const slug = (title: string) =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, "")
    .replaceAll(" ", "-");

function render(chapter: string): string {
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        return `<h${depth} id="${slug(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens);
        const [file = "", section] = href.split("#", 2);
        const target = path.posix.join(path.posix.dirname(chapter), file.replace(/\.md$/, ""));
        if (file !== "" && !CHAPTERS.includes(target)) return words;
        const to = file === "" ? "" : file.replace(/\.md$/, ".html");
        return `<a href="${to}${section === undefined ? "" : `#${section}`}">${words}</a>`;
      },
      image: () => "",
    },
  });
  const source = readFileSync(path.join(DOCS, `${chapter}.md`), "utf8")
    .replaceAll("\r", "")
    .replaceAll(/Measured on one thread[^]*?<!-- end -->\n*/g, "")
    .replaceAll(/<details>[^]*?<\/details>\n*/g, "")
    .replaceAll(/<!--[^]*?-->\n*/g, "");
  const [, title = chapter] = /^# (.*)$/m.exec(source) ?? [];
  // What is wider than the screen scrolls, by keyboard too.
  const body = marked.parse(source, { async: false }).replaceAll("<pre>", '<pre tabindex="0">');
  const up = "../".repeat(chapter.split("/").length - 1);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="${up}book.css">
<main>
${body}</main>
</html>
`;
}

export function book(): Plugin {
  return {
    name: "book",
    apply: "build",
    generateBundle() {
      for (const chapter of CHAPTERS) {
        const fileName = `book/${chapter}.html`;
        this.emitFile({ type: "asset", fileName, source: render(chapter) });
      }
      const source = readFileSync(path.join(import.meta.dirname, "book.css"), "utf8");
      this.emitFile({ type: "asset", fileName: "book/book.css", source });
    },
  };
}
