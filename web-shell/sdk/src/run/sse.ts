/** One message of a server-sent event stream. */
export type ServerEvent = { id: string | null; event: string; data: string };

/**
 * Parses a server-sent event stream that arrives in chunks of any size: pass it text, get the
 * complete messages. Implements the WHATWG rules that the server uses.
 */
export function eventParser() {
  let rest = "";
  let id: string | null = null;
  let event = "";
  let data: string[] = [];

  function line(text: string): ServerEvent | null {
    if (text === "") {
      const message = data.length ? { id, event: event || "message", data: data.join("\n") } : null;
      event = "";
      data = [];
      return message;
    }
    const colon = text.indexOf(":");
    if (colon === 0) return null;
    const field = colon < 0 ? text : text.slice(0, colon);
    const value = colon < 0 ? "" : text.slice(colon + 1).replace(/^ /, "");
    if (field === "id") id = value;
    if (field === "event") event = value;
    if (field === "data") data.push(value);
    return null;
  }

  return (piece: string): ServerEvent[] => {
    rest += piece;
    // A CR at the end may be the first half of CRLF: it waits for the next chunk.
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? "";
    return lines.map(line).filter((message) => message !== null);
  };
}
