// Server-sent events, as they come out of a stream.

export interface ServerEvent {
  event: string;
  data: unknown;
  id: string | undefined;
}

/** Cuts a stream of server-sent events into its events. */
export class EventReader {
  #rest = "";

  /** The events that a further piece of the stream completes. */
  push(piece: string): ServerEvent[] {
    this.#rest = (this.#rest + piece).replaceAll("\r\n", "\n");
    const blocks = this.#rest.split("\n\n");
    this.#rest = blocks.pop() ?? "";
    return blocks.flatMap((block) => {
      const fields = new Map<string, string>();
      for (const line of block.split("\n")) {
        // A line that begins with a colon only keeps the connection alive.
        const [, name = "", value = ""] = /^([^:]+): ?(.*)$/.exec(line) ?? [];
        if (name) fields.set(name, name === "data" ? (fields.get(name) ?? "") + value : value);
      }
      const data = fields.get("data");
      if (data === undefined) return [];
      return [
        { event: fields.get("event") ?? "message", data: JSON.parse(data), id: fields.get("id") },
      ];
    });
  }
}
