import { Stack } from "@mantine/core";
import { useState } from "react";
import { useNavigate } from "react-router";
import { useLoaded } from "../../api/client";
import { useProjects } from "../../api/projects";
import { useTexts } from "../../i18n/use-texts";
import { notify } from "../../ui/notify";
import { Loading, PageHead } from "../../ui/page";
import { TextButton } from "../../ui/texts";
import { BrandForm } from "./brand-form";
import { brandKitQuery, type KitAnswer, type Proposal, withProposal } from "./kit";
import { PagesRead } from "./pages-read";
import { ReadSite } from "./read-site";
import { draftKey, useBrandForm } from "./use-brand-form";

export default function BrandSetupPage() {
  const kit = useLoaded(brandKitQuery);
  const projects = useProjects();
  if (!projects) return <Loading h={320} radius="lg" />;
  return <Setup key={String(kit.project_id)} kit={kit} address={projects.domain ?? ""} />;
}

/** First the address of a website, or the choice to fill in the form by hand; then the form to check and confirm. */
function Setup({ kit, address }: { kit: KitAnswer; address: string }) {
  const { t, href } = useTexts("brand");
  const navigate = useNavigate();
  const form = useBrandForm(kit, draftKey("brand-kit-setup", kit));
  const [proposal, setProposal] = useState<Proposal | null>(null);
  // The saved form stays visible until the next page is loaded.
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
      <PageHead
        title={t("brand.setup.title")}
        heading={t(checking ? "brand.setup.check" : "brand.setup.title")}
        lead={t(checking ? "brand.setup.checkLead" : "brand.setup.lead")}
      />
      {!checking && (
        <ReadSite address={address} onRead={take} onByHand={() => form.set((before) => before)} />
      )}
      {proposal && <PagesRead proposal={proposal} />}
      {checking && (
        <BrandForm form={form} onSaved={finish}>
          <TextButton label={t("brand.setup.startOver")} onClick={startOver} />
        </BrandForm>
      )}
    </Stack>
  );
}
