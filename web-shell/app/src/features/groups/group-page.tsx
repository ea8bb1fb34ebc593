import { Box, Checkbox, Loader, Stack, Tabs, Text, Title } from "@mantine/core";
import { FormPanel, gistOf, type Tool, ToolForm, useFolded, useToolForm } from "@sitewright/sdk";
import { type Order, useShell } from "@sitewright/sdk/shell";
import { Icon } from "@sitewright/ui/icon";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { useCatalogue } from "../../api/catalogue";
import { GROUPS, type Group } from "../../api/groups";
import { useTexts } from "../../i18n/use-texts";
import { BackLink, EmptyState, Loading, PageTitle } from "../../ui/page";
import { Subtitle } from "../../ui/texts";
import { ToolIcon } from "../../ui/tool-icon";
import { sharedInput } from "./shared-input";
import { type Ordered, useOrders } from "./use-orders";
import "./groups.css";

type WorkbenchProps = { group: Group; tools: Tool[]; module: (tool: Tool, order: Order) => ReactNode };

type Props = { group: Group; module: (tool: Tool, order: Order) => ReactNode };

/** One input, written by several tools at once. */
export default function GroupPage({ group, module }: Props) {
  const { t, href } = useTexts("groups");
  const { projectDomain } = useShell();
  const { data } = useCatalogue({ ids: GROUPS[group], schemas: true });
  // Requested with their schemas.
  const tools = (data?.tools ?? []).filter((tool): tool is Tool => tool.input !== undefined);
  const back = (
    <BackLink to={href("tools")} underline="hover">
      {t("groups.page.back")}
    </BackLink>
  );
  if (!data) return <Loading h={90} />;
  return (
    <Stack gap="lg">
      <PageTitle>{t(`groups.${group}.title`)}</PageTitle>
      {back}
      <Box>
        <Title order={1}>{t(`groups.${group}.title`)}</Title>
        <Text c="dimmed" mt={2}>
          {t(`groups.${group}.lead`)}
        </Text>
      </Box>
      {tools.length ? (
        <Workbench key={`${group} ${projectDomain}`} group={group} tools={tools} module={module} />
      ) : (
        <EmptyState icon="search" title={t("groups.none.title")} text={t("groups.none.text")}>
          {back}
        </EmptyState>
      )}
    </Stack>
  );
}

/** The selected tools; at first all that the plan has. The first one provides the example of the form. */
function useTicked(group: Group, tools: Tool[]) {
  const [ticked, setTicked] = useState(() => tools.filter(({ lock }) => !lock).map(({ id }) => id));
  const chosen = useMemo(() => tools.filter(({ id }) => ticked.includes(id)), [tools, ticked]);
  const asOne = useMemo(
    () => ({ ...tools[0], id: `group-${group}`, input: sharedInput(chosen) }) as Tool,
    [tools, chosen, group],
  );
  return { ticked, setTicked, chosen, asOne };
}

/** The tools to select, their common form, and their results, each in a tab of its network. */
function Workbench({ group, tools, module }: WorkbenchProps) {
  const { t } = useTexts("groups");
  const { ticked, setTicked, chosen, asOne } = useTicked(group, tools);
  const form = useToolForm(asOne);
  const { orders, busy, start, stop } = useOrders();
  const output = useRef<HTMLDivElement>(null);
  const round = orders[0]?.order.key;
  const { folded, setFolded } = useFolded(output, { result: round, requested: round });

  return (
    <div className="sw-tool" data-folded={folded || undefined}>
      <FormPanel
        folded={folded}
        gist={gistOf(asOne, form.values) || t(`groups.${group}.title`)}
        onFold={round ? setFolded : undefined}
      >
        <ToolChoice tools={tools} ticked={ticked} onChange={setTicked} isEmpty={!chosen.length} />
        {chosen.length > 0 && (
          <ToolForm
            form={form}
            busy={busy}
            example={chosen[0]?.example}
            submitLabel={t("groups.page.start", { count: chosen.length })}
            onSubmit={(values) => start(chosen, values)}
            onCancel={stop}
          />
        )}
      </FormPanel>
      <section ref={output} className="sw-tool-output" tabIndex={-1} aria-label={t("groups.page.results")}>
        {round ? <Results key={round} tools={tools} orders={orders} module={module} /> : <Waiting />}
      </section>
    </div>
  );
}

type ToolChoiceProps = {
  tools: Tool[];
  ticked: string[];
  onChange: (ticked: string[]) => void;
  isEmpty: boolean;
};

function ToolChoice({ tools, ticked, onChange, isEmpty }: ToolChoiceProps) {
  const { t } = useTexts("groups");
  return (
    <Checkbox.Group
      label={t("groups.page.tools")}
      error={isEmpty ? t("groups.page.choose") : undefined}
      value={ticked}
      onChange={onChange}
      mb="lg"
    >
      <Stack gap="xs" mt="xs">
        {tools.map(({ id, name, lock }) => (
          <Checkbox
            key={id}
            value={id}
            label={name}
            disabled={lock !== null}
            description={
              lock && (lock.plan ? t("groups.page.inPlan", { plan: lock.plan }) : t("groups.page.inNone"))
            }
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

type ResultsProps = { orders: Ordered[]; tools: Tool[]; module: WorkbenchProps["module"] };

/** The results as tabs by network. All of them are written at once, so all stay mounted. */
function Results({ orders, tools, module }: ResultsProps) {
  const { t } = useTexts("groups");
  const shown = orders.flatMap(({ tool: id, ...ordered }) => {
    const tool = tools.find((tool) => tool.id === id);
    return tool ? [{ tool, ...ordered }] : [];
  });
  return (
    <Tabs
      defaultValue={shown[0]?.tool.id ?? ""}
      keepMounted
      keepMountedMode="display-none"
      variant="unstyled"
    >
      <Tabs.List className="group-tabs" aria-label={t("groups.page.results")}>
        {shown.map(({ tool, isBusy }) => (
          <Tabs.Tab
            key={tool.id}
            value={tool.id}
            className="group-tab"
            leftSection={<ToolIcon icon={tool.icon} category={tool.category} size={28} />}
          >
            {tool.name}
            {isBusy && <Loader size={12} ml={6} aria-label={t("groups.page.writing")} />}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {shown.map(({ tool, order }) => (
        <Tabs.Panel key={tool.id} value={tool.id} aria-label={tool.name}>
          {module(tool, order)}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

function Waiting() {
  const { t } = useTexts("groups");
  return (
    <Stack align="center" justify="center" gap="xs" className="sw-tool-empty">
      <Icon name="spark" size={36} />
      <Subtitle ta="center">{t("groups.empty.title")}</Subtitle>
      <Text c="dimmed" ta="center" maw={380}>
        {t("groups.empty.text")}
      </Text>
    </Stack>
  );
}
