import { Alert, Anchor, Card, Group, Loader, TextInput } from "@mantine/core";
import { ApiProblem } from "@sitewright/sdk/shell";
import { Icon } from "@sitewright/ui/icon";
import { useEffect, useRef, useState } from "react";
import { api, unwrap } from "../../api/client";
import { useTexts } from "../../i18n/use-texts";
import { Form, useFields } from "../../ui/form";
import { Dim, Small, TextButton } from "../../ui/texts";
import type { Proposal } from "./kit";

/** Reading takes up to half a minute; it ends when the user stops it or leaves the page. */
function useReading(address: string, onRead: (proposal: Proposal) => void) {
  const form = useFields({ url: address });
  const [refusal, setRefusal] = useState("");
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const read = () =>
    form.submit(async () => {
      const controller = new AbortController();
      running.current = controller;
      setRefusal("");
      try {
        const { signal } = controller;
        onRead(await unwrap(api.POST("/api/brand-kit/proposal", { body: form.values, signal })));
      } catch (problem) {
        if (controller.signal.aborted) return;
        if (problem instanceof ApiProblem && problem.status === 429) setRefusal(problem.message);
        throw problem;
      }
    });
  return { form, refusal, read, stop: () => running.current?.abort() };
}

type Props = {
  /** The initial value of the address. */
  address?: string;
  onRead: (proposal: Proposal) => void;
  onByHand: () => void;
};

/** Asks for the address of the website, which is optional. */
export function ReadSite({ address = "", onRead, onByHand }: Props) {
  const { t } = useTexts("brand");
  const { form, refusal, read, stop } = useReading(address, onRead);
  const { busy } = form;
  return (
    <Card withBorder padding="xl">
      {/* A response to too many requests has its own alert. */}
      <Form of={{ ...form, message: null }} onSubmit={read}>
        <TextInput
          type="url"
          autoComplete="url"
          description={t("brand.setup.polite")}
          placeholder="example.com"
          {...form.needs("url", t("brand.setup.address"))}
        />
        {refusal && (
          <Alert role="alert" color="yellow" icon={<Icon name="clock" />}>
            {refusal}
          </Alert>
        )}
        <Group>
          <TextButton label={t("brand.setup.read")} isMain type="submit" disabled={busy} />
          {busy && <TextButton label={t("brand.setup.stop")} onClick={stop} />}
        </Group>
        <Dim role="status">
          {busy && (
            <Group gap="xs" component="span" wrap="nowrap">
              <Loader size="xs" /> {t("brand.setup.reading")}
            </Group>
          )}
        </Dim>
        <Small>
          {t("brand.setup.or")}{" "}
          <Anchor component="button" type="button" inherit underline="always" onClick={onByHand}>
            {t("brand.setup.byHand")}
          </Anchor>
        </Small>
      </Form>
    </Card>
  );
}
