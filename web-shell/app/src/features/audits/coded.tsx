import { Code } from "@mantine/core";
import { Children, type ReactNode } from "react";

const drawn = (part: string): ReactNode =>
  /^`.+`$/.test(part) ? <Code className="audit-code">{part.slice(1, -1)}</Code> : part;

/** A text of a rule: what stands between backticks is code. A backtick without another one behind it is a character. */
export const Coded = ({ children }: { children: string }) =>
  Children.toArray(children.split(/(`[^`]+`)/).map(drawn));
