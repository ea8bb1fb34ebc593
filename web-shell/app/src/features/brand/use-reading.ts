import { ApiProblem } from "@sitewright/sdk/shell";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { beginReading } from "../../api/brand-reading";
import { api, unwrap } from "../../api/client";
import { useFields } from "../../ui/form";
import type { Proposal } from "./kit";

/** Reading takes up to half a minute; it ends when the user stops it or leaves the page. */
export function useReading(address: string, onRead: (proposal: Proposal, address: string) => void) {
  const queries = useQueryClient();
  const form = useFields({ url: address });
  const [refusal, setRefusal] = useState("");
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const read = () =>
    form.submit(async () => {
      const controller = new AbortController();
      running.current = controller;
      setRefusal("");
      beginReading(queries);
      try {
        const { signal } = controller;
        const body = form.values;
        onRead(await unwrap(api.POST("/api/brand-kit/proposal", { body, signal })), body.url);
      } catch (problem) {
        if (controller.signal.aborted) return;
        if (problem instanceof ApiProblem && problem.status === 429) setRefusal(problem.message);
        throw problem;
      }
    });
  return { form, refusal, read, stop: () => running.current?.abort() };
}
