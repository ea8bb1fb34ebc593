import { Box, Button, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useProjects } from "../../api/projects";
import { useHref } from "../../i18n/use-page-language";
import { Loading } from "../../ui/loading";
import { notify } from "../../ui/notify";
import { PageTitle } from "../../ui/page-title";
import { BrandForm } from "./brand-form";
import { brandKitQuery, type KitAnswer, type Proposal, withProposal } from "./kit";
import { PagesRead } from "./pages-read";
import { ReadSite } from "./read-site";
import { draftKey, useBrandForm } from "./use-brand-form";

export default function BrandSetupPage() {
  const { data: kit } = useQuery(brandKitQuery);
  const projects = useProjects();
  if (!kit || !projects) return <Loading h={320} radius="lg" />;
  return <Setup key={String(kit.project_id)} kit={kit} address={projects.domain ?? ""} />;
}

/** First an address to read or the decision to write by hand, then the form to check and confirm. */
function Setup({ kit, address }: { kit: KitAnswer; address: string }) {
  const { t } = useTranslation("brand");
  const href = useHref();
  const navigate = useNavigate();
  const form = useBrandForm(kit, draftKey("brand-kit-setup", kit));
  const [proposal, setProposal] = useState<Proposal | null>(null);
  // The saved form stays in sight until the next page is there.
  const checking = form.changed || form.saved;

  const take = (found: Proposal) => {
    setProposal(found);
    form.set((before) => withProposal(before, found.brandKit));
  };
  const finish = () => {
    notify.success(t("brand.page.done"));
    navigate(href("brandKit"), { replace: true });
  };
  const startOver = () => {
    setProposal(null);
    form.discard();
  };
  return (
    <Stack gap="lg" maw={checking ? 860 : 620} mx="auto">
      <PageTitle>{t("brand.setup.title")}</PageTitle>
      <Box>
        <Title order={1}>{t(checking ? "brand.setup.check" : "brand.setup.title")}</Title>
        <Text c="dimmed" mt={4}>
          {t(checking ? "brand.setup.checkLead" : "brand.setup.lead")}
        </Text>
      </Box>
      {!checking && (
        <ReadSite address={address} onRead={take} onByHand={() => form.set((before) => before)} />
      )}
      {proposal && <PagesRead proposal={proposal} />}
      {checking && (
        <BrandForm form={form} onSaved={finish}>
          <Button variant="default" onClick={startOver}>
            {t("brand.setup.startOver")}
          </Button>
        </BrandForm>
      )}
    </Stack>
  );
}
