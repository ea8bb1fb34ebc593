import { useCallback, useState } from "react";
import type { Question } from "./answers";

type Open = Question & { settle: (yes: boolean) => void };

/** One question to the user at a time; a second one is declined. */
export function useQuestions() {
  const [open, setOpen] = useState<Open | null>(null);
  const ask = useCallback(
    (question: Question) =>
      new Promise<boolean>((resolve) => {
        setOpen((before) => {
          if (before) {
            resolve(false);
            return before;
          }
          const settle = (yes: boolean) => {
            setOpen(null);
            resolve(yes);
          };
          return { ...question, settle };
        });
      }),
    [],
  );
  return { open, ask };
}

export type OpenQuestion = Open;
