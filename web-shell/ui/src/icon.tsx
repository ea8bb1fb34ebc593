/** Line icons on a 24-unit grid, drawn for this product. */
const SHAPES = {
  home: "M4 11.5 12 5l8 6.500M6 10v9h12v-9M10 19v-5h4v5",
  tools:
    "M5 5h5.500v5.500H5zM13.500 5H19v5.500h-5.500zM5 13.500h5.500V19H5zM16.250 13.500V19M13.500 16.250H19",
  table: "M4 5.500h16v13H4zM4 10h16M4 14.250h16M10 5.500v13",
  archive: "M4 5h16v4H4zM5.500 9v10h13V9M10 13h4",
  search: "M10.500 4.500a6 6 0 1 1 0 12 6 6 0 0 1 0-12zM15 15l4.500 4.500",
  star: "M12 4.500l2.300 4.800 5.200.700-3.800 3.600.950 5.200L12 16.300l-4.650 2.500.950-5.200L4.500 10l5.200-.700z",
  sun: "M12 8.500a3.500 3.500 0 1 1 0 7 3.500 3.500 0 0 1 0-7zM12 3v2M12 19v2M3 12h2M19 12h2M5.600 5.600 7 7M17 17l1.400 1.400M5.600 18.400 7 17M17 7l1.400-1.400",
  moon: "M19.500 14.300A8 8 0 0 1 9.700 4.500a8 8 0 1 0 9.800 9.800z",
  auto: "M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16zM12 4v16M12 8h6.500M12 12h8M12 16h6.500",
  language:
    "M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16zM4 12h16M12 4c2.500 2.400 3.600 5 3.600 8s-1.100 5.600-3.600 8c-2.500-2.400-3.600-5-3.600-8s1.100-5.600 3.600-8z",
  user: "M12 4.500a3.700 3.700 0 1 1 0 7.400 3.700 3.700 0 0 1 0-7.400zM4.800 19.500c.800-3.300 3.600-5 7.200-5s6.400 1.700 7.200 5",
  leave: "M13 5H6v14h7M10.500 12H20M16.500 8.500 20 12l-3.500 3.500",
  menu: "M4 7h16M4 12h16M4 17h16",
  fold: "M4.500 5h15v14h-15zM9.500 5v14M16 10l-2 2 2 2",
  unfold: "M4.500 5h15v14h-15zM9.500 5v14M14 10l2 2-2 2",
  check: "M5 12.500 10 17.500 19.500 7",
  alert: "M12 4.500 21 19.500H3zM12 10v4.500M12 17v.200",
  info: "M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16zM12 11v5M12 8v.200",
  close: "M6 6l12 12M18 6 6 18",
  copy: "M9 9h10.500v10.500H9zM15 9V4.500H4.500V15H9",
  edit: "M5 19l.900-4L15.600 5.300a1.700 1.700 0 0 1 2.400 0l.700.700a1.700 1.700 0 0 1 0 2.400L9 18.100zM13.800 7.100l3.100 3.100",
  trash: "M5 7.500h14M9.500 7.500V5h5v2.500M7 7.500 8 19.500h8l1-12M10.500 11v5M13.500 11v5",
  download: "M12 4.500v10M7.500 10.500l4.500 4.500 4.500-4.500M5 19.500h14",
  again: "M19 12a7 7 0 1 1-2.200-5.100L19.500 9.500M19.500 4.500v5h-5",
  spark:
    "M12 4c.700 4.600 2.900 6.900 7.500 8-4.600 1.100-6.800 3.400-7.500 8-.700-4.600-2.900-6.900-7.500-8 4.600-1.100 6.800-3.400 7.500-8z",
  play: "M8 5.500l10.500 6.500L8 18.500z",
  pause: "M8.500 6v12M15.500 6v12",
  upload: "M12 15V5M7.500 9.500 12 5l4.500 4.500M5 19.500h14",
  stop: "M7 7h10v10H7z",
  clock: "M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16zM12 8v4.300l3 1.700",
  down: "M6 9.500l6 6 6-6",
  next: "M9.500 6l6 6-6 6",
  back: "M14.500 6l-6 6 6 6",
  document: "M6.500 4h7L18 8.500V20H6.500zM13.500 4v4.500H18M9.500 12.500h5M9.500 15.500h5",
  offline:
    "M4 4l16 16M6.500 13a8 8 0 0 1 3.500-2M9.500 16a4 4 0 0 1 5 0M3.500 10a12 12 0 0 1 4.500-2.700M12 6.500a12 12 0 0 1 8.500 3.500M12 19v.200",
  shield: "M12 4l7 2.500v5c0 4.200-2.800 7-7 8.500-4.200-1.500-7-4.300-7-8.500v-5z",
} as const;

export type IconName = keyof typeof SHAPES;

/** An icon beside words that say the same; screen readers skip it. */
export function Icon({
  name,
  size = 18,
  filled = false,
}: {
  name: IconName;
  size?: number;
  filled?: boolean;
}) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill={filled ? "currentColor" : "none"}
      stroke="currentColor"
      strokeWidth={1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
      style={{ flex: "none" }}
    >
      <path d={SHAPES[name]} />
    </svg>
  );
}
