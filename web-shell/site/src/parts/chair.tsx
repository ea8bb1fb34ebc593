import type { Language } from "../texts";
import { factsOf } from "./examples";

/** One centimetre of the chair in the drawing. */
const CM = 5;
const FLOOR = 450;

/** The value of a fact such as "Seat height: 45 cm". */
function factAbout(language: Language, name: RegExp): string {
  const fact = factsOf(language).find((each) => name.test(each));
  if (!fact) throw new Error(`the example has no ${name}`);
  return fact.split(": ")[1] ?? fact;
}

/** A dimension line from a height down to the floor. */
function Height({ x, to, label }: { x: number; to: number; label: string }) {
  const top = FLOOR - to;
  return (
    <g className="chair-measure">
      <path d={`M${x} ${top}V${FLOOR}M${x - 8} ${top}h16M${x - 8} ${FLOOR}h16`} />
      <text x={x} y={top + to / 2} transform={`rotate(-90 ${x} ${top + to / 2})`}>
        {label}
      </text>
    </g>
  );
}

/** The chair of the example from the side, to scale, with the measures that its maker gave. */
export function Chair({ language, label }: { language: Language; label: string }) {
  const [seat, height] = [
    factAbout(language, /^(Seat height|Wysokość siedziska)/),
    factAbout(language, /^(Total height|Wysokość całk)/),
  ];
  const [weight, load] = [factAbout(language, /^(Weight|Waga)/), factAbout(language, /^(Load|Udźwig)/)];
  const [seatTop, top] = [Number.parseFloat(seat) * CM, Number.parseFloat(height) * CM];
  const y = (up: number) => FLOOR - up;
  const wood = [
    `M118 ${y(11)}L130 ${y(seatTop - 10)}`,
    `M318 ${y(11)}L310 ${y(seatTop - 10)}`,
    `M132 ${y(90)}H308`,
    `M118 ${y(seatTop - 10)}H334`,
    `M130 ${y(seatTop - 10)}C124 ${y(seatTop + 60)} 128 ${y(top - 70)} 100 ${y(top - 10)}`,
  ];
  return (
    <svg className="chair" viewBox="0 0 440 480" role="img" aria-label={label}>
      <path className="chair-floor" d={`M0 ${FLOOR}H440`} />
      {wood.map((part) => (
        <path key={part} className="chair-edge" d={part} />
      ))}
      {wood.map((part) => (
        <path key={part} className="chair-wood" d={part} />
      ))}
      <path className="chair-help" d={`M28 ${y(top)}H92M344 ${y(seatTop)}H408`} />
      <Height x={36} to={top} label={height} />
      <Height x={400} to={seatTop} label={seat} />
      <g className="chair-measure">
        <path d={`M224 ${y(seatTop + 82)}V${y(seatTop + 8)}m-7 -12l7 12l7 -12`} />
        <text x="224" y={y(seatTop + 94)}>
          {load}
        </text>
        <text x="216" y={y(40)}>
          {weight}
        </text>
      </g>
    </svg>
  );
}
