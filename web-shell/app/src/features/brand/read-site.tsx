import { Alert, Anchor, Card, Group, TextInput } from "@mantine/core";
import { Icon } from "@sitewright/ui/icon";
import { useTexts } from "../../i18n/use-texts";
import { Form } from "../../ui/form";
import { Small, TextButton } from "../../ui/texts";
import type { Proposal } from "./kit";
import { ReadingProgress } from "./reading-progress";
import { useReading } from "./use-reading";

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
        <ReadingProgress busy={busy} />
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
