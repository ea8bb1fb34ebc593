import { Group, Stack } from "@mantine/core";
import { rememberInput } from "@sitewright/sdk/fields";
import { type Order, type Tool, useShell } from "@sitewright/sdk/shell";
import { type ReactNode, useEffect, useState } from "react";
import { useCatalogue } from "../../api/catalogue";
import type { Business, StepProps } from "../../api/onboarding";
import { useTexts } from "../../i18n/use-texts";
import { Loading, Notice } from "../../ui/page";
import { Dim, TextButton } from "../../ui/texts";
import { inputFor, toolsFor } from "./first-text";

type Props = StepProps & {
  business: Business;
  result: (tool: Tool, order: Order) => ReactNode;
  /** The draft is no longer needed. */
  onLeave: () => void;
};

/** What the first text is called on the page. */
const kindOf = (tool: string) =>
  tool === "seo-metatags" ? "seo" : tool === "facebook-post" ? "post" : "bio";

/** The last step of the onboarding: a fitting tool writes a first text with the facts of the kit. */
export function TextStep({ draft, change, business, result, onLeave }: Props) {
  const { projectDomain: domain } = useShell();
  const { t, href, language } = useTexts("onboarding");
  const { data } = useCatalogue({ ids: toolsFor(business), schemas: true });
  const [isBusy, setBusy] = useState(false);
  // Requested with their schemas, in the order of the ids.
  const tools = (data?.tools ?? []).filter((tool): tool is Tool => tool.input !== undefined);
  const tool = tools.find(({ id }) => id === draft.order?.tool) ?? tools.find(({ lock }) => !lock);
  const { kit, proposal, order, website } = draft;

  useEffect(() => {
    if (order || !tool || !kit) return;
    const spoken = website?.language_code ?? proposal?.language ?? language;
    change({
      order: { tool: tool.id, input: inputFor(tool.id, kit, proposal, spoken), key: crypto.randomUUID() },
    });
  }, [order, tool, kit, proposal, website, language, change]);

  if (!data) return <Loading h={320} radius="lg" />;
  const kind = kindOf(tool?.id ?? "");
  return (
    <Stack gap="lg">
      {tool && order && order.tool === tool.id ? (
        <section aria-label={tool.name} aria-busy={isBusy}>
          <Dim mb="sm">{t(`onboarding.text.${kind}`)}</Dim>
          {result(tool, { input: order.input, key: order.key, stopped: false, onBusy: setBusy })}
        </section>
      ) : (
        data && !tool && <Notice>{t("onboarding.text.noTool")}</Notice>
      )}
      <Group>
        <TextButton
          label={t("onboarding.text.finish")}
          isMain
          size="md"
          to={href("dashboard")}
          onClick={onLeave}
        />
        {tool && order && (
          <TextButton
            label={t("onboarding.text.change")}
            size="md"
            icon="edit"
            to={href("tool", { tool: tool.id })}
            onClick={() => rememberInput(tool.id, domain, order.input)}
          />
        )}
      </Group>
    </Stack>
  );
}
