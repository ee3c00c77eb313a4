// Writes the book that the page brings along, so that its links work where no book lies beside it: the chapters in docs/SUMMARY.md
// as text, tables and code, without pictures. Chapters on the project itself are for those who have its files. A link to one of
// them, or to another file, is text.

import { readFileSync } from "node:fs";
import path from "node:path";

import { Marked } from "marked";
import type { Plugin } from "vite";

const ROOT = path.resolve(import.meta.dirname, "..");
const CONTENTS = "docs/SUMMARY.md";

const read = (file: string) => readFileSync(path.join(ROOT, file), "utf8").replaceAll("\r", "");

/** The file that a link in another one names, from the root on. */
const resolve = (from: string, to: string) => path.posix.join(path.posix.dirname(from), to);

/** Where the book has a file. */
const place = (file: string) =>
  file === CONTENTS ? "index.html" : file.replace(/^docs\//, "").replace(/\.md$/, ".html");

/** The name of a section, as mdBook has it. */
const slug = (title: string) =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");

function render(file: string, source: string, chapters: readonly string[]): string {
  const link = (to: string) => path.posix.relative(path.posix.dirname(place(file)), place(to));
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        return `<h${depth} id="${slug(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens);
        if (/^https?:/.test(href)) return `<a href="${href}">${words}</a>`;
        const [to = "", section] = href.split("#", 2);
        const target = to === "" ? file : resolve(file, to);
        if (!chapters.includes(target)) return words;
        const anchor = section === undefined ? "" : `#${section}`;
        return `<a href="${to === "" ? "" : link(target)}${anchor}">${words}</a>`;
      },
      image: () => "",
    },
  });
  const text = source
    .replaceAll(/<picture>[^]*?<\/picture>\n*/g, "")
    .replaceAll(/<!--[^]*?-->\n*/g, "");
  const [, title = file] = /^# (.*)$/m.exec(text) ?? [];
  // What is wider than the screen scrolls, by keyboard too.
  const body = marked
    .parse(text, { async: false })
    .replaceAll("<pre>", '<pre tabindex="0">')
    .replaceAll("<table>", '<div class="wide" tabindex="0"><table>')
    .replaceAll("</table>", "</table></div>");
  const next = chapters[chapters.indexOf(file) + 1];
  const names = next && /^# (.*)$/m.exec(read(next))?.[1];
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="${link("docs/book.css")}">
<nav aria-label="Book"><a href="${link(CONTENTS)}">Contents</a></nav>
<main>
${body}</main>
${next ? `<nav aria-label="Next chapter"><a href="${link(next)}">Next: ${names}</a></nav>\n` : ""}</html>
`;
}

export function book(): Plugin {
  return {
    name: "book",
    apply: "build",
    generateBundle() {
      const [contents = ""] = read(CONTENTS).split("\n# The project");
      const listed = [...contents.matchAll(/\]\((.*?\.md)\)/g)].map(([, to = ""]) =>
        resolve(CONTENTS, to),
      );
      const emit = (name: string, source: string) =>
        this.emitFile({ type: "asset", fileName: `book/${name}`, source });
      const chapters = [CONTENTS, ...listed];
      emit(place(CONTENTS), render(CONTENTS, contents, chapters));
      for (const file of listed) emit(place(file), render(file, read(file), chapters));
      emit("book.css", read("web/book.css"));
    },
  };
}
