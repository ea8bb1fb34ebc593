import { useMemo } from "react";
import { useLanguage } from "./shell-context";

/** Numbers, dates and durations in the format of the reader's language. */
export function formatsFor(language: string) {
  const number = new Intl.NumberFormat(language, { useGrouping: true });
  const day = new Intl.DateTimeFormat(language, { dateStyle: "medium" });
  const moment = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
  const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  return {
    number: (value: number) => number.format(value),
    date: (value: string) => day.format(new Date(value)),
    dateTime: (value: string) => moment.format(new Date(value)),
    ago: (value: string) => {
      const minutes = Math.round((new Date(value).getTime() - Date.now()) / 60_000);
      if (minutes >= 0) return relative.format(0, "second");
      if (minutes > -60) return relative.format(minutes, "minute");
      if (minutes > -60 * 24) return relative.format(Math.round(minutes / 60), "hour");
      if (minutes > -60 * 24 * 7) return relative.format(Math.round(minutes / 1440), "day");
      return day.format(new Date(value));
    },
  };
}

/** `formatsFor` in the language of the screen. */
export function useFormats() {
  const language = useLanguage();
  return useMemo(() => formatsFor(language), [language]);
}
