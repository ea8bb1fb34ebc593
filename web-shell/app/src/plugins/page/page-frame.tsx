import { Group, Loader } from "@mantine/core";
import type { Tool } from "@sitewright/sdk";
import { useEffect, useRef, useState } from "react";
import { useTexts } from "../../i18n/use-texts";
import { Dim } from "../../ui/texts";
import { type Bridge, type End, openBridge } from "./bridge";
import { loadFonts } from "./fonts";
import type { Message, Request, Start } from "./protocol";

const LEAST_HEIGHT = 160;
const MOST_HEIGHT = 12_000;

type Props = {
  tool: Tool;
  start: () => Start;
  /** Sent whenever one of them changes; each keeps its identity while it is unchanged. */
  messages: Message[];
  answer: (request: Request, setHeight: (pixels: number) => void) => unknown;
  onEnd: (why: End) => void;
};

/** Sends each message again when it has changed. */
function useChanges(bridge: { current: Bridge | null }, messages: Message[]) {
  const sent = useRef(messages);
  useEffect(() => {
    messages.forEach((message, place) => {
      if (sent.current[place] !== message) bridge.current?.say(message);
    });
    sent.current = messages;
  }, [bridge, messages]);
}

/** The page in a frame without an origin, with one connection to the shell. */
export function PageFrame({ tool, start, messages, answer, onEnd }: Props) {
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
    const opened = openBridge(frame.current, {
      onHello: () => {
        setThere(true);
        opened.say(latest.current.start());
        loadFonts().then((fonts) => opened.say({ type: "fonts", fonts }));
      },
      answer: (request) => latest.current.answer(request, fit),
      onEnd: (why) => latest.current.onEnd(why),
    });
    bridge.current = opened;
    return opened.close;
  }, []);
  useChanges(bridge, messages);

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
