import { SegmentedControl, useMediaQuery } from "@sitewright/ui";
import { useState } from "react";

export type Device = "desktop" | "mobile";

type Texts = { label: string } & Record<Device, string>;

/** The device of a preview, and a control to choose it. Without `first` it is the device of the reader. */
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
