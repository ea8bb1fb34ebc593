import { useEffect, useRef, useState } from "react";

/**
 * The text of a search input whose value the address holds. The address follows the typing a moment later;
 * it must not take back the letters that were typed since, but a change from elsewhere must show.
 */
export function useSearchText(inAddress: string, send: (text: string) => void) {
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
