import { TextInput } from "@sitewright/ui";
import { type ComponentProps, useEffect, useRef, useState } from "react";
import { formatsFor } from "../formats";
import { useSdkTextsLater } from "../texts";
import { type NumberRules, numberText, readNumber } from "./numbers";

type Value = number | string | null | undefined;

export type NumberFieldProps = Omit<ComponentProps<typeof TextInput>, "value" | "onChange" | "type"> &
  NumberRules & {
    /** A text is one that is no number yet. */
    value?: Value;
    /** The number, null for an empty field, or NaN for a text that is not accepted. */
    onChange: (value: number | null, text: string) => void;
  };

/** The text of the field; another value from outside, as of a form that is reset, replaces it. */
function useText(value: Value, language: string) {
  const write = (value: Value) => (typeof value === "number" ? numberText(value, language) : (value ?? ""));
  const [text, setText] = useState(() => write(value));
  const known = useRef<{ value: Value; text: string }>({ value, text });
  useEffect(() => {
    const { value: sent, text } = known.current;
    if (Object.is(value, sent) || value === text || ((value ?? "") === "" && text.trim() === "")) return;
    const next = typeof value === "number" ? numberText(value, language) : (value ?? "");
    known.current = { value, text: next };
    setText(next);
  }, [value, language]);
  const type = (next: string, read: number | null) => {
    known.current = { value: read, text: next };
    setText(next);
  };
  return { text, type };
}

/**
 * A number that a user enters. The text stays as it was typed, and one that is no accepted number has an error that
 * says what to enter: shown when the field is left, and when its form is sent, which asks the browser's validity.
 */
export function NumberField({
  least,
  most,
  decimals,
  value,
  error,
  onChange,
  onBlur,
  ...rest
}: NumberFieldProps) {
  const { t, language } = useSdkTextsLater();
  const { text, type } = useText(value, language);
  const [isLeft, setLeft] = useState(false);
  const ref = useRef<HTMLInputElement>(null);
  const read = (text: string) => readNumber(text, language, { least, most, decimals });
  const isEmpty = text.trim() === "";
  const found = isEmpty ? (rest.required ? { key: "required", limit: 0 } : 0) : read(text);
  const own =
    typeof found === "number"
      ? ""
      : t(`sdk.violation.${found.key}`, {
          count: found.limit,
          limit: formatsFor(language).number(found.limit),
        });
  useEffect(() => ref.current?.setCustomValidity(own), [own]);
  return (
    <TextInput
      autoComplete="off"
      inputMode={decimals === 0 ? "numeric" : "decimal"}
      {...rest}
      ref={ref}
      value={text}
      error={(isLeft && own) || error}
      onInvalid={(event) => {
        event.preventDefault();
        setLeft(true);
      }}
      onBlur={(event) => {
        // The error would move a button away under the pointer; the button of the form shows it.
        setLeft(!isEmpty && !(event.relatedTarget instanceof HTMLButtonElement));
        onBlur?.(event);
      }}
      onChange={({ currentTarget: { value: next } }) => {
        setLeft(false);
        const result = next.trim() === "" ? null : read(next);
        const number = typeof result === "object" && result ? Number.NaN : result;
        type(next, number);
        onChange(number, next);
      }}
    />
  );
}
