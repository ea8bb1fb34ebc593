import { Box, Card, Checkbox, Group as Row, Stack, Text, Title } from "@mantine/core";
import { type Tool, ToolForm, useToolForm } from "@sitewright/sdk";
import type { Order } from "@sitewright/sdk/shell";
import { Icon } from "@sitewright/ui/icon";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { useCatalogue } from "../../api/catalogue";
import { GROUPS, type Group } from "../../api/groups";
import { useTexts } from "../../i18n/use-texts";
import { BackLink, EmptyState, Loading, PageTitle } from "../../ui/page";
import { Subtitle } from "../../ui/texts";
import { ToolIcon } from "../../ui/tool-icon";
import { sharedInput } from "./shared-input";
import { useOrders } from "./use-orders";
import "./groups.css";

type WorkbenchProps = { group: Group; tools: Tool[]; module: (tool: Tool, order: Order) => ReactNode };

type Props = { group: Group; module: (tool: Tool, order: Order) => ReactNode };

/** One input, written by several tools at once. */
export default function GroupPage({ group, module }: Props) {
  const { t, href } = useTexts("groups");
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
        <Title order={1} size="h2">
          {t(`groups.${group}.title`)}
        </Title>
        <Text c="dimmed" mt={2}>
          {t(`groups.${group}.lead`)}
        </Text>
      </Box>
      {tools.length ? (
        <Workbench key={group} group={group} tools={tools} module={module} />
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

/** The tools to select, their common form, and their results side by side. */
function Workbench({ group, tools, module }: WorkbenchProps) {
  const { t } = useTexts("groups");
  const { ticked, setTicked, chosen, asOne } = useTicked(group, tools);
  const form = useToolForm(asOne);
  const { orders, busy, start, stop } = useOrders();
  const output = useRef<HTMLDivElement>(null);
  const round = orders[0]?.order.key;

  useEffect(() => {
    const top = output.current?.getBoundingClientRect().top ?? 0;
    if (round && top > window.innerHeight / 2)
      output.current?.scrollIntoView({ block: "start", behavior: "smooth" });
  }, [round]);

  return (
    <div className="sw-tool">
      <Card withBorder padding="lg" className="sw-tool-input">
        <Checkbox.Group
          label={t("groups.page.tools")}
          error={chosen.length ? undefined : t("groups.page.choose")}
          value={ticked}
          onChange={setTicked}
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
      </Card>
      <div ref={output} className="sw-tool-output">
        {orders.length === 0 && <Waiting />}
        <div className="group-results">
          {orders.map(({ tool: id, order }) => {
            const tool = tools.find((tool) => tool.id === id);
            return tool && <Result key={id} tool={tool} result={module(tool, order)} />;
          })}
        </div>
      </div>
    </div>
  );
}

function Result({ tool, result }: { tool: Tool; result: ReactNode }) {
  return (
    <section aria-labelledby={`group-${tool.id}`}>
      <Row gap="sm" mb="md" wrap="nowrap">
        <ToolIcon icon={tool.icon} category={tool.category} size={32} />
        <Subtitle id={`group-${tool.id}`}>{tool.name}</Subtitle>
      </Row>
      {result}
    </section>
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
