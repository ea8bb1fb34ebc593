import { SegmentedControl, useMediaQuery } from "@sitewright/ui";
import { useState } from "react";

export type Device = "desktop" | "mobile";

type Texts = { label: string } & Record<Device, string>;

/** The device that a preview is drawn for, and what chooses it. Without a `first` it is the kind that it is read on. */
export function useDevice({ label, ...names }: Texts, first?: Device) {
  const isNarrow = useMediaQuery("(max-width: 44em)") ?? false;
  const [chosen, setChosen] = useState(first);
  const device = chosen ?? (isNarrow ? "mobile" : "desktop");
  const order: Device[] = first === "mobile" ? ["mobile", "desktop"] : ["desktop", "mobile"];
  const devices = (
    <SegmentedControl
      size="xs"
      aria-label={label}
      value={device}
      onChange={(value) => setChosen(value as Device)}
      data={order.map((value) => ({ value, label: names[value] }))}
    />
  );
  return { device, devices, isNarrow };
}
