/** Saves a file where the browser saves downloads. */
export function save(content: Blob | string, type: string, name: string) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  // By the next turn of the event loop the download has started, and keeps the blob.
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
