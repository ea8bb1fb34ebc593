import { VisuallyHidden } from "@mantine/core";
import { type KeyboardEvent, type PointerEvent, useId, useState } from "react";
import { ShareBar } from "./share-bar";
import "./chart.css";

/** `color` is a CSS colour, such as `inkOf(family)`. */
export type Series = { name: string; color: string };

/** `values` has one number for each series; a forecast is drawn hatched. */
export type Column = { key: string; title: string; values: number[]; isForecast?: boolean };

type ColumnsProps = {
  /** The accessible name, and the caption of the table for screen readers. */
  label: string;
  series: Series[];
  columns: Column[];
  format: (value: number) => string;
  /** The headings of the table's first and last column. */
  heads: { column: string; total: string };
  height?: number;
  /** The top of the axis, if the values have a known maximum. */
  top?: number;
  /** Hides the names of the series, if there is one. */
  isBare?: boolean;
};

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

/** The next of 1, 2, 2.5, 5, 10, … above a value: the top of an axis that is easy to read. */
export function roundUp(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 2.5, 5, 10].find((step) => step * power >= value) ?? 10;
  return step * power;
}

const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowRight: (at, last) => Math.min(at + 1, last),
  ArrowLeft: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

/** Stacked columns, one for each day or month. The pointer and the arrow keys read single columns. */
export function Columns({
  label,
  series,
  columns,
  format,
  heads,
  height = 160,
  top: most,
  isBare,
}: ColumnsProps) {
  const [at, setAt] = useState<number | null>(null);
  const id = useId();
  const top = most ?? roundUp(Math.max(0, ...columns.map(({ values }) => sum(values))));
  const current = at === null ? undefined : columns[at];
  const last = columns.length - 1;
  const place = at ?? last;
  const point = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const pointed = Math.floor(((event.clientX - left) / width) * columns.length);
    setAt(Math.min(Math.max(pointed, 0), last));
  };
  const step = (event: KeyboardEvent) => {
    const move = STEPS[event.key];
    if (!move) return;
    event.preventDefault();
    setAt(move(at ?? columns.length, last));
  };
  return (
    <figure className="sw-chart" aria-labelledby={id}>
      <VisuallyHidden id={id}>{label}</VisuallyHidden>
      <Reading series={series} column={current} format={format} isBare={isBare} />
      <div className="sw-chart-plot" style={{ height }}>
        <span className="sw-chart-top" aria-hidden="true">
          {format(top)}
        </span>
        {/* Like a slider, it has a place and a text for it. */}
        <div
          className="sw-chart-columns"
          role="slider"
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={last}
          aria-valuenow={place}
          aria-valuetext={reading(current ?? columns.at(-1), series, format)}
          aria-readonly="true"
          tabIndex={0}
          onPointerMove={point}
          onPointerLeave={() => setAt(null)}
          onKeyDown={step}
          onBlur={() => setAt(null)}
        >
          {columns.map(({ key, values, isForecast }, place) => (
            <span
              key={key}
              className="sw-chart-column"
              data-forecast={isForecast || undefined}
              data-current={place === at || undefined}
            >
              {values.map((value, number) =>
                value > 0 ? (
                  <i
                    className="sw-chart-part"
                    // biome-ignore lint/suspicious/noArrayIndexKey: the series never change their order.
                    key={number}
                    style={{ height: `${(value / top) * 100}%`, color: series[number]?.color }}
                  />
                ) : null,
              )}
            </span>
          ))}
        </div>
      </div>
      <Ends columns={columns} />
      <ColumnsTable label={label} series={series} columns={columns} format={format} heads={heads} />
    </figure>
  );
}

function reading(column: Column | undefined, series: Series[], format: ColumnsProps["format"]) {
  if (!column) return "";
  const { title, values } = column;
  const parts = series.flatMap(({ name }, number) =>
    (values[number] ?? 0) > 0 ? `${name} ${format(values[number] ?? 0)}` : [],
  );
  const total = `${title}: ${format(sum(values))}`;
  return series.length > 1 && parts.length ? `${total} (${parts.join(", ")})` : total;
}

type ReadingProps = Pick<ColumnsProps, "series" | "format" | "isBare"> & { column: Column | undefined };

/** The names of the series, and their values in the column that is pointed at. */
function Reading({ series, column, format, isBare }: ReadingProps) {
  return (
    <div className="sw-chart-reading" aria-hidden="true">
      <span className="sw-chart-title">{column && `${column.title}: ${format(sum(column.values))}`}</span>
      {!isBare &&
        series.map(({ name, color }, number) => (
          <span key={name} className="sw-chart-name" style={{ color }}>
            <b>{name}</b>
            {column && (column.values[number] ?? 0) > 0 && ` ${format(column.values[number] ?? 0)}`}
          </span>
        ))}
    </div>
  );
}

/** The first, the middle and the last column. */
function Ends({ columns }: { columns: Column[] }) {
  const middle = columns[Math.floor((columns.length - 1) / 2)];
  const last = columns.at(-1);
  return (
    <div className="sw-chart-ends" aria-hidden="true">
      <span>{columns[0]?.title}</span>
      {columns.length > 4 && <span>{middle?.title}</span>}
      {columns.length > 1 && <span>{last?.title}</span>}
    </div>
  );
}

type TableProps = Pick<ColumnsProps, "label" | "series" | "columns" | "format" | "heads">;

function ColumnsTable({ label, series, columns, format, heads }: TableProps) {
  return (
    <VisuallyHidden>
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">{heads.column}</th>
            {series.length > 1 &&
              series.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            <th scope="col">{heads.total}</th>
          </tr>
        </thead>
        <tbody>
          {columns.map(({ key, title, values }) => (
            <tr key={key}>
              <th scope="row">{title}</th>
              {series.length > 1 &&
                series.map(({ name }, number) => <td key={name}>{format(values[number] ?? 0)}</td>)}
              <td>{format(sum(values))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  );
}

type SparklineProps = { label: string; values: number[]; color?: string; width?: number; height?: number };

/** The course of a figure, as small as a word. `label` says it in words. */
export function Sparkline({ label, values, color, width = 96, height = 28 }: SparklineProps) {
  const top = Math.max(1, ...values);
  const x = (place: number) => (place / Math.max(1, values.length - 1)) * (width - 2) + 1;
  const y = (value: number) => height - 2 - (value / top) * (height - 4);
  const line = values.map((value, place) => `${x(place).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
  return (
    <svg
      className="sw-sparkline"
      role="img"
      aria-label={label}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      style={{ color }}
    >
      <polygon points={`1,${height - 1} ${line} ${width - 1},${height - 1}`} />
      <polyline points={line} />
    </svg>
  );
}

type RingProps = {
  label: string;
  /** 0 to 1. */
  value: number;
  /** Inside the ring. */
  text?: string;
  size?: number;
  color?: string;
};

const RADIUS = 16;
const ROUND = 2 * Math.PI * RADIUS;

/** A share as a ring. */
export function Ring({ label, value, text, size = 56, color }: RingProps) {
  const share = Math.min(Math.max(value, 0), 1);
  return (
    <svg className="sw-ring" role="img" aria-label={label} width={size} height={size} viewBox="0 0 40 40">
      <circle cx="20" cy="20" r={RADIUS} />
      {share > 0 && (
        <circle
          cx="20"
          cy="20"
          r={RADIUS}
          className="sw-ring-share"
          style={{ stroke: color }}
          strokeDasharray={`${share * ROUND} ${ROUND}`}
        />
      )}
      {text && (
        <text x="20" y="20">
          {text}
        </text>
      )}
    </svg>
  );
}

type CellState = "waiting" | "working" | "done" | "gaps" | "failed" | "left";

/** `title` says in words what a cell is, such as "Row 12: failed". */
export type Cell = { key: string | number; state: CellState; title?: string };

type HeatStripProps = {
  label: string;
  cells: Cell[];
  /** Makes the cells a choice by pointer and arrow keys; `place` is the cell's. */
  onPick?: (place: number) => void;
};

/** One cell for each row of a long job. */
export function HeatStrip({ label, cells, onPick }: HeatStripProps) {
  if (onPick) return <PickStrip label={label} cells={cells} onPick={onPick} />;
  return (
    <div className="sw-heat" role="img" aria-label={label}>
      {cells.map(({ key, state }) => (
        <i key={key} className="sw-heat-cell" data-state={state} />
      ))}
    </div>
  );
}

/** One stop of the keyboard for all cells: like a slider it has a place and a text for it, and Enter picks it. */
function PickStrip({ label, cells, onPick }: HeatStripProps & { onPick: (place: number) => void }) {
  const [at, setAt] = useState<number | null>(null);
  const last = Math.max(0, cells.length - 1);
  const place = Math.min(at ?? 0, last);
  const placeOf = (target: EventTarget) => Number((target as HTMLElement).dataset.place ?? -1);
  const step = (event: KeyboardEvent) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      return onPick(place);
    }
    const move = STEPS[event.key];
    if (!move) return;
    event.preventDefault();
    setAt(at === null && event.key !== "End" ? 0 : move(place, last));
  };
  return (
    <div className="sw-strip">
      <div
        className="sw-heat"
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={1}
        aria-valuemax={last + 1}
        aria-valuenow={place + 1}
        aria-valuetext={cells[place]?.title}
        onKeyDown={step}
        onBlur={() => setAt(null)}
        onPointerMove={({ target }) => setAt(placeOf(target) < 0 ? at : placeOf(target))}
        onPointerLeave={() => setAt(null)}
        onClick={({ target }) => placeOf(target) >= 0 && onPick(placeOf(target))}
      >
        {cells.map(({ key, state }, number) => (
          <i
            key={key}
            className="sw-heat-cell"
            data-state={state}
            data-place={number}
            data-current={number === at || undefined}
          />
        ))}
      </div>
      <span className="sw-strip-reading" aria-hidden="true">
        {at === null ? "" : cells[place]?.title}
      </span>
    </div>
  );
}

type BarListProps = {
  label: string;
  items: { key: string; name: string; value: number; color?: string }[];
  /** What the figures are parts of; without it, the bar of the largest is full. */
  whole?: number;
  format: (value: number) => string;
};

/** Figures to compare, as bars below their names. */
export function BarList({ label, items, whole, format }: BarListProps) {
  const top = Math.max(1, ...items.map(({ value }) => value));
  return (
    <ul className="sw-bars" aria-label={label}>
      {items.map(({ key, name, value, color }) => (
        <li key={key}>
          <span className="sw-bars-name">{name}</span>
          <span className="sw-bars-value">{format(value)}</span>
          {whole ? (
            <ShareBar parts={[{ key, share: value / whole, color }]} />
          ) : (
            <i
              className="sw-bars-bar"
              aria-hidden="true"
              style={{ width: `${(value / top) * 100}%`, background: color }}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
