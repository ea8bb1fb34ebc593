import { Loader, Stack, Text } from "@mantine/core";
import { ApiProblem } from "@sitewright/sdk/shell";
import { useEffect, useRef, useState } from "react";
import { AuthCard } from "./auth-card";

/** The error of a link that works once; null while there is none. */
export function useOneTimeLink(open: () => Promise<unknown>, otherwise?: string) {
  const [problem, setProblem] = useState<string | null>(null);
  const sent = useRef(false);
  useEffect(() => {
    // The link works once, and React may run effects twice: send one request.
    if (sent.current) return;
    sent.current = true;
    open().catch((cause) =>
      setProblem((cause instanceof ApiProblem && cause.message) || (otherwise ?? String(cause))),
    );
  }, [open, otherwise]);
  return [problem, setProblem] as const;
}

export const LinkWaits = ({ title, text }: { title: string; text: string }) => (
  <AuthCard title={title}>
    <Stack align="center" role="status">
      <Loader />
      <Text>{text}</Text>
    </Stack>
  </AuthCard>
);
