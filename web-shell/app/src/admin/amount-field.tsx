import { TextInput } from "@mantine/core";
import { ApiProblem } from "@sitewright/sdk/shell";
import { useState } from "react";
import { useTexts } from "../i18n/use-texts";
import { hundredths, MOST, written } from "../ui/hundredths";
import { Dim } from "../ui/texts";

/** Basis points of the whole. */
const WHOLE = 10_000;

/** A number that is being typed: its text, and its value if the text is valid. */
export type AmountInput = ReturnType<typeof useAmount>;

/**
 * A sum (in cents or grosze) or a share (in basis points) that a user enters. The text never changes while they type,
 * and invalid text has no value but an error that says what to write.
 */
export function useAmount(kind: "sum" | "share", first: number | null, least = 0) {
  const { t, language } = useTexts("revenue");
  const write = (value: number | null) =>
    value === null ? "" : written(value, language, kind === "sum" ? 2 : 0);
  const [text, setText] = useState(write(first));
  const most = kind === "sum" ? MOST : WHOLE;
  const read = (text: string) => {
    const number = hundredths(text, language);
    return number !== null && number >= least && number <= most ? number : null;
  };
  const value = read(text);
  const isEmpty = text.trim() === "";
  const wrong = t(kind === "sum" ? "revenue.form.notSum" : "revenue.agree.notShare");
  return {
    text,
    value,
    read,
    isEmpty,
    canBeNegative: least < 0,
    error: isEmpty ? t("revenue.form.required") : value === null ? wrong : undefined,
    setText: (next: string) => setText(next),
    set: (next: number | null) => setText(write(next)),
    /** Rewrites the number in its normal form. */
    tidy: () => value !== null && setText(write(value)),
  };
}

/** Rejects invalid input, all fields at once, as the server would: each message at its field. */
export function expectValid(wrong: Record<string, string | undefined>) {
  const errors = Object.entries(wrong).flatMap(([field, text]) =>
    text ? [[field, [text]] as [string, string[]]] : [],
  );
  if (errors.length > 0) throw new ApiProblem(422, { errors: Object.fromEntries(errors) }, null);
}

type Props = {
  of: AmountInput;
  name: string;
  label: string;
  unit: string;
  description?: string;
  isFirst?: boolean;
  error: string | undefined;
};

export function AmountField({ of, unit, description, isFirst, error, ...rest }: Props) {
  const [isLeft, setLeft] = useState(false);
  // No error shows while the user types.
  const shown = isLeft && !of.isEmpty ? of.error : undefined;
  return (
    <TextInput
      {...rest}
      {...(description ? { description } : {})}
      {...(isFirst ? { "data-autofocus": true } : {})}
      required
      autoComplete="off"
      // Keyboards for decimals have no minus.
      inputMode={of.canBeNegative ? "text" : "decimal"}
      rightSection={<Dim aria-hidden>{unit}</Dim>}
      rightSectionPointerEvents="none"
      value={of.text}
      error={error ?? shown}
      onBlur={() => {
        setLeft(true);
        of.tidy();
      }}
      onChange={(event) => {
        setLeft(false);
        of.setText(event.currentTarget.value);
      }}
    />
  );
}
