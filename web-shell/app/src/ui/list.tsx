import { Box, Text } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import type { To } from "react-router";
import { Loading } from "./page";
import { Line, TextLink } from "./texts";

const TYPING_MS = 200;

// Most lists have one page, and the code for pagination is large.
const Pages = lazy(() => import("./pages"));

export type PagerProps = {
  page: number;
  /** The number of all rows, and of rows per page. */
  total: number;
  per: number;
  onPage: (page: number) => void;
  size?: "sm" | "md";
};

type Props<Row> = {
  list: { data: { data: Row[]; total: number } | undefined; pager: PagerProps };
  /** Shown if the list is empty. */
  none: ReactNode;
  className: string;
  label?: string;
  size?: PagerProps["size"];
  children: (row: Row) => ReactNode;
};

/** A list in a part of a page, with its pagination. */
export function Rows<Row>({ list: { data, pager }, none, className, label, size, children }: Props<Row>) {
  if (!data) return <Loading h={80} />;
  return (
    <>
      {data.total === 0 && (typeof none === "string" ? <Text c="dimmed">{none}</Text> : none)}
      {data.data.length > 0 && (
        <ul className={className} aria-label={label}>
          {data.data.map(children)}
        </ul>
      )}
      <Pager {...pager} size={size} />
    </>
  );
}

type ItemProps = {
  title: ReactNode;
  /** The page that the title links to, and its accessible name if that differs. */
  to?: To;
  name?: string;
  /** Facts about the item; empty ones are omitted. */
  facts?: (string | number | false | null | undefined)[];
  /** Below the facts. */
  more?: ReactNode;
  /** The actions of the item. */
  children?: ReactNode;
};

export const Item = ({ title, to, name, facts, more, children }: ItemProps) => (
  <li>
    <Box miw={0} style={{ overflowWrap: "anywhere" }}>
      {to ? (
        <TextLink to={to} fw={600} aria-label={name}>
          {title}
        </TextLink>
      ) : (
        <Text fw={600}>{title}</Text>
      )}
      {facts && <Line of={facts} />}
      {more}
    </Box>
    {children}
  </li>
);

/** Links to the pages of a list; nothing if its only page is shown. */
export function Pager(props: PagerProps) {
  if (props.page <= 1 && props.total <= props.per) return null;
  return (
    <Suspense>
      <Pages {...props} />
    </Suspense>
  );
}

/**
 * The text of a search input whose value is stored in the address. The address is updated a moment after the typing;
 * that must not revert newer letters, but a change from elsewhere must be shown.
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
  return { text, type, setText };
}

/**
 * Properties of a text input whose value is written to the address a moment later. `clear` empties the input and drops
 * what was not written yet, before the address is reset.
 */
export function useTyped(
  filter: { get: (name: string) => string; set: (name: string, value: string, isTyped: boolean) => void },
  name: string,
) {
  const later = useDebouncedCallback((value: string) => filter.set(name, value, true), TYPING_MS);
  const { text, type, setText } = useSearchText(filter.get(name), later);
  const input = {
    value: text,
    onChange: (event: { currentTarget: HTMLInputElement }) => type(event.currentTarget.value),
  };
  const clear = () => {
    later.cancel();
    setText("");
  };
  return { input, clear };
}
