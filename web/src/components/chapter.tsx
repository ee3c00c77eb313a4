/** The chapters of the book, by their paths in docs/. */

import { CHAPTERS } from "../chapters";

/** Where the whole book lies, seen from the page; nothing where the page is served alone. */
const book = document.querySelector<HTMLMetaElement>('meta[name="queens-book"]')?.content ?? "";

export interface ChapterProps {
  /** Such as `ladder/scan.md`. */
  path: string;
  title: string;
}

/** A link to a chapter: in the book, or to the copy that the page brings along. It opens beside the page. */
export function Chapter({ path, title }: ChapterProps) {
  const own = CHAPTERS.includes(path.replace(/\.md(#.*)?$/, ""));
  if (book === "" && !own) {
    return (
      <>
        the chapter “{title}” of the book (<code>docs/{path}</code>)
      </>
    );
  }
  const from = book === "" ? "book/" : book;
  return (
    <a href={from + path.replace(/\.md(?=$|#)/, ".html")} target="queens-book">
      {title}
    </a>
  );
}
