import { Table } from "@mantine/core";
import type { ReactNode } from "react";

type Column<Row> = {
  title: string;
  cell: (row: Row) => ReactNode;
  /** The heading of its row. */
  isHead?: boolean;
  isNumber?: boolean;
};

/** A column of numbers. */
export const figure = <Row,>(title: string, cell: (row: Row) => ReactNode): Column<Row> => ({
  title,
  isNumber: true,
  cell,
});

type DataTableProps<Row> = {
  label: string;
  /** In a narrow window the table scrolls inside its box. */
  width: number;
  columns: Column<Row>[];
  rows: Row[];
  keyOf: (row: Row) => string;
  /** A last row with the totals. */
  total?: Row;
};

/** A table of figures. */
export function DataTable<Row>({ label, width, columns, rows, keyOf, total }: DataTableProps<Row>) {
  const line = (row: Row, weight?: number) => (
    <Table.Tr key={keyOf(row)} fw={weight}>
      {columns.map(({ title, cell, isHead, isNumber }) => {
        const Cell = isHead ? Table.Th : Table.Td;
        const head = isHead && { scope: "row", fw: weight ?? 400 };
        const wrap = { whiteSpace: isHead || isNumber ? "nowrap" : undefined } as const;
        return (
          <Cell key={title} ta={isNumber ? "right" : undefined} style={wrap} {...head}>
            {cell(row)}
          </Cell>
        );
      })}
    </Table.Tr>
  );
  return (
    <Table.ScrollContainer minWidth={width} type="native" tabIndex={0} aria-label={label} role="group">
      <Table>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ title, isNumber }) => (
              <Table.Th key={title} scope="col" ta={isNumber ? "right" : undefined}>
                {title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => line(row))}
          {total && line(total, 600)}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
