/**
 * Batches requests: those of one turn of the event loop become one call, with at most
 * `most` names.
 */
export function gather<T>(most: number, ask: (names: string[]) => Promise<Map<string, T>>) {
  let waiting: { names: string[]; answer: Promise<Map<string, T>> } | undefined;
  return async (name: string): Promise<T | undefined> => {
    if (!waiting || (waiting.names.length >= most && !waiting.names.includes(name))) {
      const names: string[] = [];
      const turn = {
        names,
        answer: new Promise((resolve) => setTimeout(resolve)).then(() => {
          if (waiting === turn) waiting = undefined;
          return ask(names);
        }),
      };
      waiting = turn;
    }
    const { names, answer } = waiting;
    if (!names.includes(name)) names.push(name);
    return (await answer).get(name);
  };
}
