import { Box, Button, Group, Skeleton, Stack, Text, Title } from "@mantine/core";
import { formatsFor } from "@sitewright/sdk/shell";
import { Icon } from "@sitewright/ui/icon";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useHref, usePageLanguage } from "../../i18n/use-page-language";
import { EmptyState } from "../../ui/empty-state";
import { notify } from "../../ui/notify";
import { PageTitle } from "../../ui/page-title";
import { BrandForm } from "./brand-form";
import { brandKitQuery, type Kit } from "./kit";
import { useBrandForm } from "./use-brand-form";
import { useDeleteKit } from "./use-delete-kit";

const DRAFT = "sitewright.brand-kit";

export default function BrandKitPage() {
  const { t } = useTranslation("brand");
  const href = useHref();
  const { data: kit } = useQuery(brandKitQuery);
  if (kit === undefined) return <Skeleton h={480} radius="lg" />;
  if (kit !== null) return <Editing kit={kit} />;
  return (
    <EmptyState icon="brand" level={1} title={t("brand.empty.title")} text={t("brand.empty.text")}>
      <Button component={Link} to={href("brandKitSetup")} mt="sm">
        {t("brand.empty.start")}
      </Button>
    </EmptyState>
  );
}

function Editing({ kit }: { kit: Kit }) {
  const { t } = useTranslation("brand");
  const { dateTime } = formatsFor(usePageLanguage());
  const form = useBrandForm(kit, DRAFT);
  return (
    <Stack gap="lg" maw={860} mx="auto">
      <PageTitle>{t("brand.page.title")}</PageTitle>
      <Group justify="space-between" align="flex-start">
        <Box>
          <Title order={1}>{t("brand.page.title")}</Title>
          <Text c="dimmed" mt={4}>
            {t("brand.page.lead")}
          </Text>
          <Text size="sm" c="dimmed" mt={4}>
            {t("brand.page.saved", { when: dateTime(kit.updated_at) })}
          </Text>
        </Box>
        <Actions kit={kit} onDeleted={form.discard} />
      </Group>
      <BrandForm form={form} onSaved={() => notify.success(t("brand.page.done"))}>
        {form.changed && (
          <Button variant="default" onClick={form.discard}>
            {t("brand.action.discard")}
          </Button>
        )}
      </BrandForm>
    </Stack>
  );
}

function Actions({ kit, onDeleted }: { kit: Kit; onDeleted: () => void }) {
  const { t } = useTranslation("brand");
  const href = useHref();
  const remove = useDeleteKit(kit, onDeleted);
  return (
    <Group gap="xs">
      <Button
        component={Link}
        to={href("brandKitSetup")}
        size="xs"
        variant="default"
        leftSection={<Icon name="again" size={15} />}
      >
        {t("brand.page.read")}
      </Button>
      <Button
        size="xs"
        variant="subtle"
        color="red"
        c="var(--mantine-color-error)"
        leftSection={<Icon name="trash" size={15} />}
        loading={remove.isPending}
        onClick={() => remove.mutate()}
      >
        {t("brand.page.delete")}
      </Button>
    </Group>
  );
}
