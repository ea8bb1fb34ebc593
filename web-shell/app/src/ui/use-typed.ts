import { useDebouncedCallback } from "@mantine/hooks";
import { useEffect, useRef, useState } from "react";

/**
 * The text of a search input whose value the address holds. The address follows the typing a moment later;
 * it must not take back the letters that were typed since, but a change from elsewhere must show.
 */
function useSearchText(inAddress: string, send: (text: string) => void) {
  const [text, setText] = useState(inAddress);
  const sent = useRef([inAddress]);

  useEffect(() => {
    const place = sent.current.lastIndexOf(inAddress);
    if (place >= 0) {
      sent.current.splice(0, place);
    } else {
      sent.current = [inAddress];
      setText(inAddress);
    }
  }, [inAddress]);

  const type = (next: string) => {
    sent.current.push(next);
    setText(next);
    send(next);
  };
  return [text, type] as const;
}

const TYPING_MS = 200;

/** Properties of a text input whose value the address follows a moment later. */
export function useTyped(
  filter: { get: (name: string) => string; set: (name: string, value: string, isTyped: boolean) => void },
  name: string,
) {
  const later = useDebouncedCallback((value: string) => filter.set(name, value, true), TYPING_MS);
  const [value, type] = useSearchText(filter.get(name), later);
  return {
    value,
    onChange: (event: { currentTarget: HTMLInputElement }) => type(event.currentTarget.value),
  };
}
