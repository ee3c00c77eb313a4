/** The chapters of the book, by their paths in docs/. */

/** Where the book lies, seen from the page; nothing where the page is served alone. */
const book = document.querySelector<HTMLMetaElement>('meta[name="queens-book"]')?.content ?? "";

export const hasBook = book !== "";

export interface ChapterProps {
  /** Such as `ladder/scan.md`. */
  path: string;
  title: string;
}

export function Chapter({ path, title }: ChapterProps) {
  if (hasBook) return <a href={book + path.replace(/\.md(?=$|#)/, ".html")}>{title}</a>;
  return (
    <>
      the chapter “{title}” of the book (<code>docs/{path}</code>)
    </>
  );
}
