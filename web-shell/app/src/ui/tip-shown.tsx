import { Tooltip, type TooltipProps } from "@mantine/core";

/** The label of a `Tip`. */
export default function TipShown(props: Pick<TooltipProps, "label" | "position" | "target">) {
  return <Tooltip opened {...props} />;
}
