import { Box, Group, Stack, Title } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap, useLoaded } from "../../api/client";
import { useProjects } from "../../api/projects";
import { useTexts } from "../../i18n/use-texts";
import { notify } from "../../ui/notify";
import { EmptyState, PageTitle } from "../../ui/page";
import { Dim, Lead, starts, TextButton } from "../../ui/texts";
import { BrandForm } from "./brand-form";
import { brandKitQuery, contentOf, type Kit, type KitAnswer } from "./kit";
import { draftKey, useBrandForm } from "./use-brand-form";

export default function BrandKitPage() {
  const { t, href } = useTexts("brand");
  const data = useLoaded(brandKitQuery);
  if (data.brandKit) return <Editing key={String(data.project_id)} answer={data} kit={data.brandKit} />;
  return (
    <EmptyState
      icon="brand"
      level={1}
      page={t("brand.page.title")}
      title={t("brand.empty.title")}
      text={t("brand.empty.text")}
    >
      <TextButton label={t("brand.empty.start")} isMain to={href("brandKitSetup")} mt="sm" />
    </EmptyState>
  );
}

function Editing({ answer, kit }: { answer: KitAnswer; kit: Kit }) {
  const { t, dateTime } = useTexts("brand");
  const form = useBrandForm(answer, draftKey("brand-kit", answer));
  const project = useProjects();
  return (
    <Stack gap="lg" maw={860} mx="auto">
      <PageTitle>{t("brand.page.title")}</PageTitle>
      <Group justify="space-between" align="flex-start">
        <Box>
          <Title order={1}>{t("brand.page.title")}</Title>
          <Lead>
            {project?.domain ? t("brand.page.leadOf", { domain: project.domain }) : t("brand.page.lead")}
          </Lead>
          <Dim mt={4}>{t("brand.page.saved", { when: dateTime(kit.updated_at) })}</Dim>
        </Box>
        <Actions kit={kit} project={answer.project_id} onDeleted={form.discard} />
      </Group>
      <BrandForm form={form} onSaved={() => notify.success(t("brand.page.done"))}>
        {form.changed && <TextButton label={t("brand.action.discard")} onClick={form.discard} />}
      </BrandForm>
    </Stack>
  );
}

type ActionsProps = { kit: Kit; project: KitAnswer["project_id"]; onDeleted: () => void };

function Actions({ kit, project, onDeleted }: ActionsProps) {
  const { t, href } = useTexts("brand");
  const remove = useDeleteKit(kit, project, onDeleted);
  return (
    <Group gap="xs">
      <TextButton label={t("brand.page.read")} to={href("brandKitSetup")} size="xs" icon="again" />
      <TextButton
        label={t("brand.page.delete")}
        size="xs"
        variant="subtle"
        isDanger
        icon="trash"
        {...starts(remove)}
      />
    </Group>
  );
}

/** Deletes the kit and offers to undo that. */
function useDeleteKit(kit: Kit, project_id: KitAnswer["project_id"], onDeleted: () => void) {
  const { t } = useTexts("brand");
  const queries = useQueryClient();
  const restore = async () => {
    // Version 0: only if no other kit was saved in the meantime.
    const body = { ...contentOf(kit), version: 0, project_id };
    await unwrap(api.PUT("/api/brand-kit", { body }));
    await queries.invalidateQueries(brandKitQuery);
    notify.success(t("brand.page.restored"));
  };
  return useMutation({
    mutationFn: () => unwrap(api.DELETE("/api/brand-kit")),
    onSuccess: () => {
      onDeleted();
      queries.setQueryData(brandKitQuery.queryKey, { brandKit: null, project_id });
      notify.undo(t("brand.page.deleted"), restore);
    },
  });
}
