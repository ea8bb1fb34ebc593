import { Box, Text, UnstyledButton } from "@mantine/core";
import { useTexts } from "../../i18n/use-texts";
import { StateBadge } from "../../ui/state-badge";
import { Fine, IconButton } from "../../ui/texts";
import type { Matrix, MatrixCell, MatrixFilter, MatrixPlan, MatrixTool } from "./matrix";
import type { Aim } from "./matrix-dialog";
import { useCeilingWords } from "./matrix-words";

type Props = {
  matrix: Matrix;
  matching: MatrixFilter;
  onAim: (aim: Aim) => void;
  /** Shows the details of a tool. */
  onShow: (tool: string) => void;
};

/** Tools as rows, plans as columns. On a narrow screen the plans scroll sideways; the tools stay. */
export function MatrixTable({ matrix, matching, onAim, onShow }: Props) {
  const { t } = useTexts("matrix");
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: focusable so that the arrow keys scroll it.
    <section className="matrix-frame" aria-label={t("matrix.page.title")} tabIndex={0}>
      <table className="matrix">
        <thead>
          <tr>
            <th scope="col">{t("matrix.page.tools", { count: matrix.total })}</th>
            {matrix.plans.map((plan) => (
              <Column
                key={plan.id}
                plan={plan}
                onChange={() => onAim({ plans: [plan], matching, count: matrix.total })}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {matrix.data.map((tool) => (
            <tr key={tool.id}>
              <th scope="row">
                <RowHead tool={tool} onShow={() => onShow(tool.id)} />
              </th>
              {tool.cells.map((cell) => {
                const plan = matrix.plans.find(({ id }) => id === cell.product_id);
                if (!plan) return null;
                return (
                  <td key={cell.product_id}>
                    <Cell
                      tool={tool}
                      plan={plan}
                      cell={cell}
                      onChange={() => onAim({ plans: [plan], tools: [tool] })}
                    />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Column({ plan, onChange }: { plan: MatrixPlan; onChange: () => void }) {
  const { t } = useTexts("matrix");
  return (
    <th scope="col">
      <div className="matrix-column">
        <div>
          {plan.name}
          {!plan.on_offer && <Fine>{t("matrix.page.offOffer")}</Fine>}
        </div>
        <IconButton
          icon="edit"
          iconSize={16}
          label={t("matrix.page.changeColumn", { plan: plan.name })}
          c="var(--mantine-color-text)"
          onClick={onChange}
        />
      </div>
    </th>
  );
}

function RowHead({ tool, onShow }: { tool: MatrixTool; onShow: () => void }) {
  const { t } = useTexts("matrix");
  return (
    <>
      <UnstyledButton className="matrix-tool" onClick={onShow}>
        {tool.name}
      </UnstyledButton>
      <Fine fw={400}>{tool.publisher}</Fine>
      {tool.exceptions > 0 && (
        <Text size="xs" fw={400}>
          {t("matrix.page.exceptions", { count: tool.exceptions })}
        </Text>
      )}
    </>
  );
}

type CellProps = { tool: MatrixTool; plan: MatrixPlan; cell: MatrixCell; onChange: () => void };

function Cell({ tool, plan, cell, onChange }: CellProps) {
  const { t } = useTexts("matrix");
  const words = useCeilingWords();
  const state = t(cell.open ? "matrix.cell.on" : "matrix.cell.off");
  const ceilings = cell.open ? words(cell.ceilings) : [];
  return (
    <UnstyledButton
      className="matrix-cell"
      onClick={onChange}
      aria-label={t("matrix.cell.label", {
        tool: tool.name,
        plan: plan.name,
        state: [state, ...ceilings].join(", "),
      })}
    >
      <StateBadge mark={cell.open ? "good" : "plain"}>{state}</StateBadge>
      {ceilings.map((text) => (
        <Box key={text} className="matrix-ceiling">
          {text}
        </Box>
      ))}
    </UnstyledButton>
  );
}
