import { Card, Group, Stack } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { api, unwrap } from "../../api/client";
import type { StepProps } from "../../api/onboarding";
import { useTexts } from "../../i18n/use-texts";
import { Form, useSubmit } from "../../ui/form";
import { Loading } from "../../ui/page";
import { Dim, TextButton } from "../../ui/texts";
import { FactRow } from "./fact-row";
import { brandKitQuery, CHARACTERS, ENTRIES, type KitContent, withoutBlankLines } from "./kit";
import { PagesRead } from "./pages-read";

const TEXTS = ["name", "description", "tone", "audience"] as const;

/** The fields of the website, and how its project is made before the kit is saved; null without a website. */
export type WebsiteFields = {
  fields: (errors: Record<string, string>) => ReactNode;
  /** The project of the kit; null for an account without projects. */
  save: () => Promise<number | null>;
};

type Props = StepProps & { website: WebsiteFields | null };

/** The second step of the onboarding: what was found, each value with its page, to check and to change in place. */
export function FactsStep({ draft, change, onDone, website }: Props) {
  const { t } = useTexts("brand");
  const queries = useQueryClient();
  const [errors, setErrors] = useState<Record<string, string>>({});
  const form = useSubmit(setErrors);
  const { data: known } = useQuery(brandKitQuery);
  const { kit, proposal } = draft;
  if (!kit || !known) return <Loading h={320} radius="lg" />;

  const edit = (changes: Partial<KitContent>) => change({ kit: { ...kit, ...changes }, order: null });
  const sourceOf = (text: string) => proposal?.found.find((found) => found.text === text)?.url;
  const save = () =>
    form.submit(async () => {
      const content = withoutBlankLines(kit);
      // Errors refer to lines by index, so the screen shows the lines that are sent.
      change({ kit: content });
      const project_id = website ? await website.save() : known.project_id;
      const answer = await unwrap(api.PUT("/api/brand-kit", { body: { ...content, project_id } }));
      queries.setQueryData(brandKitQuery.queryKey, answer);
      onDone();
    });
  const row = (name: string, value: string, most: number, set: (text: string) => void) => ({
    name,
    value,
    most,
    source: sourceOf(value),
    error: errors[name],
    onChange: set,
  });
  return (
    <Stack gap="lg">
      {proposal && <PagesRead proposal={proposal} />}
      <Form of={form} gap="lg" onSubmit={save}>
        <Card withBorder padding={0} component="section" aria-label={t("brand.step.facts")}>
          <ul className="onboarding-facts">
            {website?.fields(errors)}
            {TEXTS.map((field) => (
              <FactRow
                key={field}
                label={t(`brand.${field}.label`)}
                {...row(field, kit[field], CHARACTERS[field], (text) => edit({ [field]: text }))}
              />
            ))}
            {kit.facts.map((fact, index) => (
              <FactRow
                // biome-ignore lint/suspicious/noArrayIndexKey: the text changes while it is edited.
                key={index}
                label={t("brand.facts.line", { number: index + 1 })}
                isLine
                {...row(`facts.${index}`, fact, CHARACTERS.facts, (text) =>
                  edit({ facts: kit.facts.with(index, text) }),
                )}
                onRemove={() => edit({ facts: kit.facts.toSpliced(index, 1) })}
              />
            ))}
          </ul>
          <Group p="sm">
            <TextButton
              icon="add"
              label={t("brand.facts.add")}
              variant="subtle"
              disabled={kit.facts.length >= ENTRIES.facts}
              onClick={() => edit({ facts: [...kit.facts, ""] })}
            />
          </Group>
        </Card>
        {errors.facts && <Dim role="alert">{errors.facts}</Dim>}
        <Group>
          <TextButton label={t("brand.step.right")} isMain type="submit" size="md" loading={form.busy} />
        </Group>
      </Form>
    </Stack>
  );
}
