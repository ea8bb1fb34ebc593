import { Button, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTexts } from "../../i18n/use-texts";
import { Loading } from "../../ui/page";
import { BrandForm } from "./brand-form";
import { brandKitQuery, type KitAnswer, type Proposal, withProposal } from "./kit";
import { PagesRead } from "./pages-read";
import { ReadSite } from "./read-site";
import { draftKey, useBrandForm } from "./use-brand-form";

type Props = { address: string; onDone: () => void };

/** The setup of the kit as a step of the onboarding: read the website, check the proposal, save. */
export function BrandStep(props: Props) {
  const { data: kit } = useQuery(brandKitQuery);
  if (kit === undefined) return <Loading h={260} radius="lg" />;
  return <Step key={String(kit.project_id)} kit={kit} {...props} />;
}

function Step({ kit, address, onDone }: Props & { kit: KitAnswer }) {
  const { t } = useTexts("brand");
  const form = useBrandForm(kit, draftKey("brand-kit-setup", kit));
  const [proposal, setProposal] = useState<Proposal | null>(null);

  if (kit.brandKit && !form.changed && !form.saved) {
    return (
      <Stack align="flex-start">
        <Text>{t("brand.step.known", { name: kit.brandKit.name })}</Text>
        <Button onClick={onDone}>{t("brand.step.next")}</Button>
      </Stack>
    );
  }
  if (!form.changed && !form.saved) {
    const take = (found: Proposal) => {
      setProposal(found);
      form.set((before) => withProposal(before, found.brandKit));
    };
    return <ReadSite address={address} onRead={take} onByHand={() => form.set((before) => before)} />;
  }
  return (
    <Stack gap="lg">
      {proposal && <PagesRead proposal={proposal} />}
      <BrandForm form={form} onSaved={onDone} />
    </Stack>
  );
}
