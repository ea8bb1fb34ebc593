import { Group, Loader } from "@mantine/core";
import type { Tool } from "@sitewright/sdk";
import { useEffect, useRef, useState } from "react";
import { useTexts } from "../../i18n/use-texts";
import { Dim } from "../../ui/texts";
import { type Bridge, type End, openBridge } from "./bridge";
import { loadFonts } from "./fonts";
import type { Request, Start, Word } from "./protocol";

const LEAST_HEIGHT = 160;
const MOST_HEIGHT = 12_000;

type Props = {
  tool: Tool;
  start: () => Start;
  /** What is said whenever it is another than before; it keeps its identity for as long as it is the same. */
  words: Word[];
  answer: (request: Request, setHeight: (pixels: number) => void) => unknown;
  onEnd: (why: End) => void;
};

/** Says each word again when it has changed. */
function useWords(bridge: { current: Bridge | null }, words: Word[]) {
  const said = useRef(words);
  useEffect(() => {
    words.forEach((word, place) => {
      if (said.current[place] !== word) bridge.current?.say(word);
    });
    said.current = words;
  }, [bridge, words]);
}

/** The page itself, shut off: a frame without an origin, and one line to it. */
export function PageFrame({ tool, start, words, answer, onEnd }: Props) {
  const { t } = useTexts("page");
  const frame = useRef<HTMLIFrameElement>(null);
  const bridge = useRef<Bridge | null>(null);
  const [isThere, setThere] = useState(false);
  const [height, setHeight] = useState(LEAST_HEIGHT);
  const latest = useRef({ start, answer, onEnd });
  latest.current = { start, answer, onEnd };

  useEffect(() => {
    if (!frame.current) return;
    const fit = (pixels: number) => setHeight(Math.min(Math.max(pixels, LEAST_HEIGHT), MOST_HEIGHT));
    const line = openBridge(frame.current, {
      onHello: () => {
        setThere(true);
        line.say(latest.current.start());
        loadFonts().then((fonts) => line.say({ type: "fonts", fonts }));
      },
      answer: (request) => latest.current.answer(request, fit),
      onEnd: (why) => latest.current.onEnd(why),
    });
    bridge.current = line;
    return line.close;
  }, []);
  useWords(bridge, words);

  return (
    <>
      {!isThere && (
        <Group gap="sm" role="status">
          <Loader size="xs" aria-hidden="true" />
          <Dim>{t("page.frame.loading")}</Dim>
        </Group>
      )}
      <iframe
        ref={frame}
        className="tool-page-frame"
        title={t("page.frame.title", { tool: tool.name, publisher: tool.publisher_name })}
        src={tool.ui.entry}
        sandbox="allow-scripts"
        allow=""
        referrerPolicy="no-referrer"
        style={{ height }}
      />
    </>
  );
}
