import { VisuallyHidden } from "@mantine/core";
import { Icon } from "@sitewright/ui/icon";
import type { ReactNode } from "react";
import { Link, type To } from "react-router";
import { useTexts } from "../i18n/use-texts";
import type { Direction, Sorting } from "./sorting";
import "./data-table.css";

export type Column<Row> = {
  title: string;
  cell: (row: Row) => ReactNode;
  /** The heading of its row; its text is the link of the row. */
  isHead?: boolean;
  isNumber?: boolean;
  /** Its text may break into lines. */
  isLong?: boolean;
  /** Its text never breaks into lines, such as a time. */
  isWhole?: boolean;
  /** The name by which the list is sorted, and the direction of the first press. */
  sort?: string;
  first?: Direction;
};

/** A cell with a second line that is less important. */
export const Two = ({ of: [first, second] }: { of: [ReactNode, ReactNode] }) => (
  <>
    <span className="sw-table-two">{first}</span>
    {second && <span className="sw-table-two sw-table-fine">{second}</span>}
  </>
);

/** A column of numbers; the largest first if it sorts the list. */
export const figure = <Row,>(title: string, cell: (row: Row) => ReactNode, sort?: string): Column<Row> => ({
  title,
  isNumber: true,
  cell,
  ...(sort ? { sort, first: "desc" } : {}),
});

export type DataTableProps<Row> = {
  label: string;
  /** In a narrower place the table scrolls inside its box. */
  width: number;
  columns: Column<Row>[];
  rows: Row[];
  keyOf: (row: Row) => string;
  /** A last row with the totals. */
  total?: Row | undefined;
  sorting?: Sorting | undefined;
  /** The page of a row. */
  to?: ((row: Row) => To | null) | undefined;
  /** The buttons of a row, at its end. */
  actions?: ((row: Row) => ReactNode) | undefined;
};

/** A table of figures: dense rows, a head that stays in view, and columns that sort the list. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, width, columns, rows, keyOf, total, sorting, actions } = props;
  const { t } = useTexts();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for inputs.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: focusable so that the arrow keys scroll it.
    <div className="sw-table-box sw-scrolls" role="group" tabIndex={0} aria-label={label}>
      <table className="sw-table" style={{ minWidth: width }} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column.title} column={column} sorting={sorting} />
            ))}
            {actions && (
              <th scope="col">
                <VisuallyHidden>{t("shell.table.actions")}</VisuallyHidden>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Line key={keyOf(row)} row={row} {...props} />
          ))}
          {total && <Line row={total} {...props} to={undefined} actions={undefined} isTotal />}
        </tbody>
      </table>
    </div>
  );
}

type HeadProps = {
  column: Pick<Column<never>, "title" | "isNumber" | "sort" | "first">;
  sorting: Sorting | undefined;
};

function Head({ column: { title, isNumber, sort, first = "asc" }, sorting }: HeadProps) {
  const isSorted = sort !== undefined && sorting?.by === sort;
  const order = sorting?.order === "asc" ? "ascending" : "descending";
  return (
    <th scope="col" data-number={isNumber || undefined} aria-sort={isSorted ? order : undefined}>
      {sort && sorting ? (
        <button type="button" className="sw-table-sort" onClick={() => sorting.onSort(sort, first)}>
          {title}
          <span className="sw-table-arrow" data-order={isSorted ? sorting.order : undefined}>
            <Icon name="down" size={14} />
          </span>
        </button>
      ) : (
        title
      )}
    </th>
  );
}

type LineProps<Row> = Pick<DataTableProps<Row>, "columns" | "to" | "actions"> & {
  row: Row;
  isTotal?: boolean;
};

function Line<Row>({ row, columns, to, actions, isTotal }: LineProps<Row>) {
  const page = to?.(row);
  return (
    <tr data-total={isTotal || undefined} data-link={page ? true : undefined}>
      {columns.map(({ title, cell, isHead, isNumber, isLong, isWhole }) => {
        const look = {
          "data-number": isNumber || undefined,
          "data-long": isLong || undefined,
          "data-whole": isWhole || undefined,
        };
        if (!isHead) {
          return (
            <td key={title} {...look}>
              {cell(row)}
            </td>
          );
        }
        return (
          <th key={title} scope="row" {...look}>
            {page ? (
              <Link to={page} className="sw-table-link">
                {cell(row)}
              </Link>
            ) : (
              cell(row)
            )}
          </th>
        );
      })}
      {actions && (
        <td data-actions>
          <div className="sw-table-actions">{actions(row)}</div>
        </td>
      )}
    </tr>
  );
}
