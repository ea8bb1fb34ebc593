import "./share-bar.css";

type Props = {
  /** The bar in words; without it, the text beside it says the same. */
  label?: string;
  /** From the left; each share is 0 to 1 of the whole bar. */
  parts: { key: string; share: number; color?: string | undefined }[];
  size?: "sm" | "lg";
};

/** A whole and its parts, such as what is used of a limit. */
export function ShareBar({ label, parts, size = "sm" }: Props) {
  const spoken = label ? { role: "img", "aria-label": label } : { "aria-hidden": true };
  return (
    <div className="sw-share" data-size={size} {...spoken}>
      {parts.map(({ key, share, color }) =>
        share > 0 ? (
          <i key={key} style={{ flexBasis: `${Math.min(share, 1) * 100}%`, background: color }} />
        ) : null,
      )}
    </div>
  );
}
