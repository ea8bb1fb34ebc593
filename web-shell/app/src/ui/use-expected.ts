import { useEffect, useState } from "react";

/**
 * How many items were last shown under this key. Their space is reserved while they load, and it stays while the page is
 * open, so that nothing below moves. `count` is undefined while they load.
 */
export function useExpected(key: string, count: number | undefined, first: number): number {
  const [expected] = useState(() => Number(localStorage.getItem(key) ?? first));
  useEffect(() => {
    if (count !== undefined) localStorage.setItem(key, String(count));
  }, [key, count]);
  return expected;
}
