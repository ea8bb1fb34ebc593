import { Alert, Anchor, Card, Group, Textarea, TextInput } from "@mantine/core";
import { ApiProblem } from "@sitewright/sdk/shell";
import { Icon } from "@sitewright/ui/icon";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { StepProps } from "../../api/onboarding";
import { useTexts } from "../../i18n/use-texts";
import { Form, useFields } from "../../ui/form";
import { Loading } from "../../ui/page";
import { Small, TextButton } from "../../ui/texts";
import { domainOf } from "./domain";
import { BLANK, brandKitQuery, CHARACTERS, contentOf, type KitContent, withProposal } from "./kit";
import { ReadingProgress } from "./reading-progress";
import { useReading } from "./use-reading";

/** What belongs to one of the two ways: with a website, and without. The other way begins without it. */
const NOTHING = { company: null, proposal: null, kit: null, website: null, order: null };

type Props = StepProps & { known: KitContent };

/** The first step of the onboarding: the address of the website, or the name of a company without one. */
export function SiteStep(step: StepProps) {
  const { data: kit } = useQuery(brandKitQuery);
  if (kit === undefined) return <Loading h={220} radius="lg" />;
  const known = contentOf(kit.brandKit ?? BLANK);
  return step.draft.hasSite ? <WithSite {...step} known={known} /> : <WithoutSite {...step} known={known} />;
}

function WithSite({ draft, change, onDone, known }: Props) {
  const { t } = useTexts("brand");
  const website = (domain: string) => ({ domain, location_code: null, language_code: null });
  const { form, refusal, read, stop } = useReading(draft.address, (proposal, address) => {
    const kit = withProposal(known, proposal.brandKit);
    // A reading can have ended at an address without a domain, which the next step asks for.
    const domain = domainOf(proposal.url) ?? "";
    change({ address, proposal, kit, company: null, website: website(domain), order: null });
    onDone();
  });
  const { busy, errors, values } = form;
  const domain = domainOf(values.url);
  const goOn = (domain: string) => {
    const kit = draft.kit ?? known;
    change({ ...NOTHING, address: values.url, kit, website: website(domain) });
    onDone();
  };
  return (
    <Card withBorder padding="lg">
      {/* A response to too many requests has its own alert. */}
      <Form of={{ ...form, message: null }} onSubmit={read}>
        <TextInput
          type="url"
          inputMode="url"
          autoComplete="url"
          autoCapitalize="none"
          spellCheck={false}
          size="md"
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
          <TextButton label={t("brand.setup.read")} isMain type="submit" size="md" disabled={busy} />
          {busy && <TextButton label={t("brand.setup.stop")} size="md" onClick={stop} />}
          {errors.url && domain && !busy && (
            <TextButton label={t("brand.step.goOn")} size="md" onClick={() => goOn(domain)} />
          )}
        </Group>
        <ReadingProgress busy={busy} />
        {!busy && (
          <Small>
            <Anchor
              component="button"
              type="button"
              inherit
              underline="always"
              className="onboarding-link"
              onClick={() => change({ ...NOTHING, hasSite: false, address: values.url })}
            >
              {t("brand.step.noSite")}
            </Anchor>
          </Small>
        )}
      </Form>
    </Card>
  );
}

function WithoutSite({ draft, change, onDone, known }: Props) {
  const { t } = useTexts("brand");
  const { name, description } = draft.company ?? draft.kit ?? known;
  const form = useFields({ name, description });
  const { name: typedName, description: typed } = form.values;
  const isTyped = typedName !== name || typed !== description;
  useEffect(() => {
    if (isTyped) change({ company: { name: typedName, description: typed } });
  }, [isTyped, typedName, typed, change]);
  const check = () =>
    form.submit(async () => {
      const { name, description } = form.values;
      const empty = Object.entries({ name, description }).filter(([, text]) => !text.trim());
      const errors = Object.fromEntries(empty.map(([field]) => [field, [t("brand.step.needed")]]));
      // Reported like those of the server, which focus their field.
      if (empty.length) throw new ApiProblem(422, { errors }, null);
      const kit = { ...(draft.kit ?? known), name, description };
      change({ ...NOTHING, kit });
      onDone();
    });
  return (
    <Card withBorder padding="lg">
      <Form of={form} onSubmit={check}>
        <TextInput
          size="md"
          maxLength={CHARACTERS.name}
          autoComplete="organization"
          description={t("brand.name.hint")}
          {...form.needs("name", t("brand.name.label"))}
        />
        <Textarea
          size="md"
          autosize
          minRows={2}
          maxLength={CHARACTERS.description}
          description={t("brand.step.sentenceHint")}
          {...form.needs("description", t("brand.step.sentence"))}
        />
        <Group>
          <TextButton label={t("brand.step.next")} isMain type="submit" size="md" />
        </Group>
        <Small>
          <Anchor
            component="button"
            type="button"
            inherit
            underline="always"
            className="onboarding-link"
            onClick={() => change({ ...NOTHING, hasSite: true })}
          >
            {t("brand.step.hasSite")}
          </Anchor>
        </Small>
      </Form>
    </Card>
  );
}
