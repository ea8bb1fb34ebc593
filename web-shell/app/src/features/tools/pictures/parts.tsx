import type { ReactNode } from "react";
import { useTexts } from "../../../i18n/use-texts";

/** The texts of the pictures. */
export const usePictured = () => useTexts("pictures").t;

/** Lines of text that are not written out, by their widths in percent. */
export const Lines = ({ of }: { of: number[] }) =>
  of.map((width, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change.
    <i key={place} className="pic-line" style={{ width: `${width}%` }} />
  ));

/** A photograph: a loaf of bread on a board. */
export const Photo = ({ className = "" }: { className?: string }) => (
  <svg
    className={`pic-photo ${className}`}
    viewBox="0 0 60 40"
    preserveAspectRatio="xMidYMid slice"
    aria-hidden="true"
  >
    <rect width="60" height="40" fill="var(--pic-tint)" />
    <rect x="6" y="30" width="48" height="3" rx="1.5" fill="var(--pic-ink)" opacity="0.35" />
    <path d="M14 30c-4-13 6-19 16-19s20 6 16 19z" fill="var(--pic-ink)" opacity="0.75" />
    <path
      d="M22 16l4 7M29 14l4 8M36 15l4 7"
      stroke="var(--pic-paper)"
      strokeWidth="1.6"
      strokeLinecap="round"
    />
  </svg>
);

/** The head of a post or an advertisement. */
export const Author = ({ name, note }: { name: string; note: string }) => (
  <div className="pic-author">
    <span className="pic-face" />
    <span>
      <b>{name}</b>
      <small>{note}</small>
    </span>
  </div>
);

/** A sheet of paper, cut off at the end of the picture. */
export const Paper = ({ className = "", children }: { className?: string; children: ReactNode }) => (
  <div className={`pic-sheet ${className}`}>{children}</div>
);
