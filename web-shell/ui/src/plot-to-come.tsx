import type { ReactNode } from "react";
import "./chart.css";
import "./plot-to-come.css";

type Props = {
  height?: number;
  /** Places of columns; each is marked on the axis. */
  places?: number;
  /** The first and the last place. */
  ends?: [first: string, last: string];
  /** A level of the plot that means something before there is a column; `at` is 0 to 1 of its height. */
  level?: { at: number; text: string } | undefined;
  children: ReactNode;
};

/** The axis of a chart that has no column yet, with a text of what will be here. */
export function PlotToCome({ height = 160, places = 30, ends, level, children }: Props) {
  return (
    <div className="sw-to-come">
      <div className="sw-chart-plot sw-to-come-plot" style={{ minHeight: height }}>
        {level && (
          <span className="sw-to-come-level" style={{ bottom: `${level.at * 100}%` }}>
            {level.text}
          </span>
        )}
        <div className="sw-to-come-text">{children}</div>
        <div className="sw-to-come-places" aria-hidden="true">
          {Array.from({ length: places }, (_, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the places are their numbers.
            <i key={place} />
          ))}
        </div>
      </div>
      {ends && (
        <div className="sw-chart-ends" aria-hidden="true">
          <span>{ends[0]}</span>
          <span>{ends[1]}</span>
        </div>
      )}
    </div>
  );
}
