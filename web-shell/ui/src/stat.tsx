import type { ReactNode } from "react";
import "./stat.css";

type Props = {
  label: string;
  value: ReactNode;
  /** What the figure is compared with, such as the week before. */
  note?: ReactNode;
  children?: ReactNode;
};

/** A figure with its label, for a row of figures. */
export function Stat({ label, value, note, children }: Props) {
  return (
    <div className="sw-stat">
      <div className="sw-stat-label">{label}</div>
      <div className="sw-stat-value">{value}</div>
      {note && <div className="sw-stat-note">{note}</div>}
      {children}
    </div>
  );
}

/** A row of figures; on a phone two stand side by side. */
export const Stats = ({ label, children }: { label: string; children: ReactNode }) => (
  <section className="sw-stats" aria-label={label}>
    {children}
  </section>
);
