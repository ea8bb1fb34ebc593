/** Line icons of the toolbar, on the grid of `Icon`; they load with the editor. */
const SHAPES = {
  bold: "M8 5v14M8 5h5a3.400 3.400 0 0 1 0 6.800H8M8 11.800h6a3.600 3.600 0 0 1 0 7.200H8",
  italic: "M10.500 5H17M7 19h6.500M14 5l-4 14",
  bullets: "M10 6.500h9.500M10 12h9.500M10 17.500h9.500M5.250 6.500v.100M5.250 12v.100M5.250 17.500v.100",
  numbers:
    "M10.500 6.500h9M10.500 12h9M10.500 17.500h9M4.500 5l1.500-.750V9M4.250 14.750c1-1.250 2.750-.750 2.500.500-.150.900-1.600 1.800-2.500 3.250H7",
  quote:
    "M5 15.500c2.500 0 3.750-1.500 3.750-4V7H5v4.500h3.750M14 15.500c2.500 0 3.750-1.500 3.750-4V7H14v4.500h3.750",
  link: "M10 14a4 4 0 0 0 6 .400l2.500-2.500a4 4 0 0 0-5.650-5.650L11.500 7.600M14 10a4 4 0 0 0-6-.400l-2.500 2.500a4 4 0 0 0 5.650 5.650l1.350-1.350",
  add: "M12 5.500v13M5.500 12h13",
  table: "M4.500 6h15v12.500h-15zM4.500 10h15M4.500 14.250h15M12 10v8.500",
  divider: "M4.500 12h15M7 7.500h10M7 16.500h10",
  image: "M4.500 5.500h15v13h-15zM4.500 16l4.500-4.500 3.500 3.500 2-2 5 4.500M15 9v.100",
  undo: "M8.500 9.500h6.500a4.500 4.500 0 0 1 0 9h-4M8.500 9.500l4-4M8.500 9.500l4 4",
  redo: "M15.500 9.500H9a4.500 4.500 0 0 0 0 9h4M15.500 9.500l-4-4M15.500 9.500l-4 4",
} as const;

export type SignName = keyof typeof SHAPES;

/** What a button or an entry looks like. */
export type Face = SignName | "H2" | "H3";

export const Sign = ({ name }: { name: SignName }) => (
  <svg
    aria-hidden="true"
    width={20}
    height={20}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={1.6}
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    <path d={SHAPES[name]} />
  </svg>
);

export const FaceOf = ({ face }: { face: Face }) =>
  face === "H2" || face === "H3" ? (
    <b aria-hidden="true" className="document-face">
      {face}
    </b>
  ) : (
    <Sign name={face} />
  );
