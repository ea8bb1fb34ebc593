import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Loading } from "./loading";
import { Pager, type PagerProps } from "./pager";

type Props<Row> = {
  list: { data: { data: Row[]; total: number } | undefined; pager: PagerProps };
  /** Shown if the list is empty. */
  none: ReactNode;
  className: string;
  label?: string;
  size?: PagerProps["size"];
  children: (row: Row) => ReactNode;
};

/** A list in a part of a page: its rows and its pages. */
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
