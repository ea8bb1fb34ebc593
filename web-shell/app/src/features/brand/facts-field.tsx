import { ActionIcon, Box, Group, Stack, Text, Textarea } from "@mantine/core";
import { Icon } from "@sitewright/ui/icon";
import { useTranslation } from "react-i18next";
import { TextButton } from "../../ui/texts";
import { Count, charactersOf } from "./count";
import { CHARACTERS, ENTRIES } from "./kit";
import type { BrandFormState } from "./use-brand-form";

/** What texts may claim, one statement on each line. */
export function FactsField({ form }: { form: BrandFormState }) {
  const { t } = useTranslation("brand");
  const { facts } = form.values;
  const set = (change: (facts: string[]) => string[]) =>
    form.set((kit) => ({ ...kit, facts: change(kit.facts) }));
  return (
    <Stack gap="sm">
      {facts.map((fact, index) => (
        // Lines have no name but their place.
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are only added at the end, and inputs are controlled.
        <Group key={index} gap="xs" wrap="nowrap" align="flex-start">
          <Box flex={1} miw={0}>
            <Textarea
              name={`facts.${index}`}
              aria-label={t("brand.facts.line", { number: index + 1 })}
              autosize
              minRows={1}
              value={fact}
              error={form.errors[`facts.${index}`]}
              onChange={(event) => {
                const { value } = event.currentTarget;
                set((before) => before.with(index, value));
              }}
            />
            {charactersOf(fact) > CHARACTERS.facts / 2 && (
              <Count used={charactersOf(fact)} limit={CHARACTERS.facts} />
            )}
          </Box>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={t("brand.facts.remove", { number: index + 1 })}
            onClick={() => set((before) => before.toSpliced(index, 1))}
          >
            <Icon name="trash" />
          </ActionIcon>
        </Group>
      ))}
      {form.errors.facts && (
        <Text size="sm" c="var(--mantine-color-error)">
          {form.errors.facts}
        </Text>
      )}
      <Group justify="space-between">
        <TextButton
          label={t("brand.facts.add")}
          size="xs"
          icon="add"
          disabled={facts.length >= ENTRIES.facts}
          onClick={() => set((before) => [...before, ""])}
        />
        <Count used={facts.length} limit={ENTRIES.facts} />
      </Group>
    </Stack>
  );
}
