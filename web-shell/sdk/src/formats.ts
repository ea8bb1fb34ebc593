import { useMemo } from "react";
import { useLanguage } from "./shell-context";

/** A value that is made when it is first needed. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Groups of three digits: the grouping of `Intl.NumberFormat`, whose data takes 15 ms to load. */
const wholeNumber = (value: number, language: string): string =>
  String(value).replace(/\B(?=(\d{3})+$)/g, language === "pl" ? "\u00A0" : ",");

const isPlain = (value: number) => Number.isSafeInteger(value) && value >= 0;

/** Numbers, dates and durations in the format of the reader's language. */
export function formatsFor(language: string) {
  // Each of them takes milliseconds to create, and most pages need one or two.
  const number = once(() => new Intl.NumberFormat(language, { useGrouping: true }));
  const day = once(() => new Intl.DateTimeFormat(language, { dateStyle: "medium" }));
  const moment = once(() => new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }));
  const relative = once(() => new Intl.RelativeTimeFormat(language, { numeric: "auto" }));
  return {
    number: (value: number) => (isPlain(value) ? wholeNumber(value, language) : number().format(value)),
    date: (value: string) => day().format(new Date(value)),
    dateTime: (value: string) => moment().format(new Date(value)),
    ago: (value: string) => {
      const minutes = Math.round((new Date(value).getTime() - Date.now()) / 60_000);
      if (minutes >= 0) return relative().format(0, "second");
      if (minutes > -60) return relative().format(minutes, "minute");
      if (minutes > -60 * 24) return relative().format(Math.round(minutes / 60), "hour");
      if (minutes > -60 * 24 * 7) return relative().format(Math.round(minutes / 1440), "day");
      return day().format(new Date(value));
    },
  };
}

/** `formatsFor` in the language of the screen. */
export function useFormats() {
  const language = useLanguage();
  return useMemo(() => formatsFor(language), [language]);
}
