/** The chapters of the book, by their paths in docs/. */

/** Where the book lies, seen from the page: the copy that the page brings along, unless the whole book lies beside it. */
const book =
  document.querySelector<HTMLMetaElement>('meta[name="queens-book"]')?.content || "book/";

export interface ChapterProps {
  /** Such as `ladder/scan.md`. */
  path: string;
  title: string;
}

/** A link to a chapter. It opens beside the page. */
export function Chapter({ path, title }: ChapterProps) {
  return (
    <a href={book + path.replace(/\.md(?=$|#)/, ".html")} target="queens-book">
      {title}
    </a>
  );
}
