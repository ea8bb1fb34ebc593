import { ActionIcon, Alert, Button, Group, Icon, Loader, Menu, Paper, Stack, Text } from "@sitewright/ui";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { under } from "../queries";
import { followRun } from "../run/follow";
import { problemOf, textOf } from "../run/problem-title";
import { fetchRun, startRun } from "../run/run-api";
import type { Run, RunProblem, Schema, Variant } from "../shapes";
import { useShell, useTool } from "../shell-context";
import { useSdkTexts } from "../texts";
import { type ResultField, resultFields, variantsOf } from "./fields";
import { rewriteInput, takesWishes, tonesOf, type Wish } from "./rewrite";
import type { Result } from "./use-result";

/** A rewritten text that the user accepts or discards. `field` is null for the whole variant. */
type Proposal = { field: string | null; variant: Variant };

type State = { busy: boolean; problem: RunProblem | null; proposal: Proposal | null };

const IDLE: State = { busy: false, problem: null, proposal: null };

const NOTHING: RunProblem = { status: 500, code: "", message: "" };

type Rewrite = ReturnType<typeof useRewrite>;

type Props = {
  result: Result;
  input: Record<string, unknown>;
  variant: Variant;
  place: number;
  children: (menu: (field: ResultField | null) => React.ReactNode) => React.ReactNode;
};

/** Provides a variant's menu "rewrite, shorter, longer, in another tone" and shows the proposal. */
export function RewritePanel({ result, input, variant, place, children }: Props) {
  const tool = useTool();
  const rewrite = useRewrite(result.documentId ?? "", input);
  // The rules that wrote a draft would write it again: the notice about the draft says how to get a model.
  const possible = result.edit !== null && takesWishes(tool) && !result.drafted;
  const take = async ({ field, variant: proposed }: Proposal) => {
    const whole = field === null ? proposed : { ...variant, [field]: proposed[field] };
    const checks = (proposed.checks ?? []).filter((check) => field === null || check.field === field);
    const others = (variant.checks ?? []).filter((check) => field !== null && check.field !== field);
    await result.replace?.(place, { ...whole, checks: [...others, ...checks] });
    rewrite.forget();
  };
  const menu = (field: ResultField | null) =>
    possible && !(field && typeof variant[field.name] === "number") ? (
      <RewriteMenu
        name={field?.title ?? ""}
        busy={rewrite.busy}
        onWish={(wish) => rewrite.propose(variant, field?.name ?? null, wish)}
      />
    ) : null;
  return (
    <div>
      {children(menu)}
      <Outcome rewrite={rewrite} output={tool.output as Schema} language={result.language} onTake={take} />
    </div>
  );
}

type MenuProps = { name: string; busy: boolean; onWish: (wish: Wish) => void };

function RewriteMenu({ name, busy, onWish }: MenuProps) {
  const t = useSdkTexts();
  const tones = tonesOf(useTool());
  const label = name ? t("sdk.rewrite.field", { name }) : t("sdk.rewrite.title");
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        {name ? (
          <ActionIcon variant="subtle" color="gray" loading={busy} aria-label={label} title={label}>
            <Icon name="spark" size={16} />
          </ActionIcon>
        ) : (
          <Button size="xs" variant="default" loading={busy} leftSection={<Icon name="spark" size={15} />}>
            {label}
          </Button>
        )}
      </Menu.Target>
      <Menu.Dropdown mah={360} maw={280} style={{ overflowY: "auto" }}>
        {(["again", "shorter", "longer"] as const).map((kind) => (
          <Menu.Item key={kind} onClick={() => onWish({ kind })}>
            {t(`sdk.rewrite.${kind}`)}
          </Menu.Item>
        ))}
        {tones.length > 0 && <Menu.Label>{t("sdk.rewrite.tone")}</Menu.Label>}
        {tones.map(({ id, title }) => (
          <Menu.Item key={id} onClick={() => onWish({ kind: "tone", tone: id })}>
            {title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

type OutcomeProps = {
  rewrite: Rewrite;
  output: Schema;
  language?: string;
  onTake: (proposal: Proposal) => Promise<void>;
};

function Outcome({ rewrite, output, language, onTake }: OutcomeProps) {
  const t = useSdkTexts();
  const { busy, problem, proposal } = rewrite;
  return (
    <div aria-live="polite">
      {busy && (
        <Group gap="xs" mt="sm">
          <Loader size="xs" />
          <Text size="sm">{t("sdk.rewrite.busy")}</Text>
        </Group>
      )}
      {problem && (
        <Alert mt="sm" color="red" icon={<Icon name="alert" />} withCloseButton onClose={rewrite.forget}>
          {problem.message || t(`sdk.problem.text.${textOf(problem)}`)}
        </Alert>
      )}
      {proposal && (
        <Paper withBorder p="sm" mt="sm">
          <Stack gap="xs">
            <Text size="xs" fw={600} c="dimmed">
              {t("sdk.rewrite.proposal")}
            </Text>
            {resultFields(output, proposal.variant)
              .filter(({ name }) => proposal.field === null || name === proposal.field)
              .map(({ name, text }) => (
                <Text key={name} size="sm" lang={language} style={{ whiteSpace: "pre-wrap" }}>
                  {text}
                </Text>
              ))}
            <Group gap="xs">
              <Button size="xs" onClick={() => onTake(proposal)}>
                {t("sdk.rewrite.take")}
              </Button>
              <Button size="xs" variant="default" onClick={rewrite.forget}>
                {t("sdk.rewrite.leave")}
              </Button>
            </Group>
          </Stack>
        </Paper>
      )}
    </div>
  );
}

/** Rewrites a variant of a saved result as a proposal: nothing changes until it is accepted. */
function useRewrite(documentId: string, input: Record<string, unknown>) {
  const { api, quietly, trial } = useShell();
  const tool = useTool();
  const queries = useQueryClient();
  const [state, setState] = useState<State>(IDLE);

  const run = async (input: Record<string, unknown>): Promise<Run> => {
    const { id } = await startRun(
      { api, trial },
      tool.id,
      { input, revises: documentId },
      crypto.randomUUID(),
    );
    await followRun(`/api/runs/${id}/events`, {
      signal: new AbortController().signal,
      onEvent: () => {},
      onInterruption: () => {},
    });
    return fetchRun({ api, quietly }, id);
  };

  const propose = async (variant: Variant, field: string | null, wish: Wish) => {
    setState({ ...IDLE, busy: true });
    try {
      const ended = await run(rewriteInput(tool, input, variant, field, wish));
      const [proposed] = variantsOf(ended.outcome?.data);
      if (proposed) setState({ ...IDLE, proposal: { field, variant: proposed } });
      else setState({ ...IDLE, problem: ended.problem ?? NOTHING });
    } catch (cause) {
      setState({ ...IDLE, problem: problemOf(cause) });
    }
    void queries.invalidateQueries(under("/api/user", "/api/words"));
  };

  return { ...state, propose, forget: () => setState(IDLE) };
}
