import { Text, UnstyledButton } from "@mantine/core";
import { useTexts } from "../../i18n/use-texts";
import { Fine, IconButton } from "../../ui/texts";
import type { Matrix, MatrixFilter, MatrixPlan, MatrixTool } from "./matrix";
import { Cell } from "./matrix-cell";
import type { Aim } from "./matrix-dialog";
import { useGridKeys } from "./use-grid-keys";
import type { Pending } from "./use-pending";

type Props = {
  matrix: Matrix;
  matching: MatrixFilter;
  pending: Pending;
  onAim: (aim: Aim) => void;
  /** Shows the details of a tool. */
  onShow: (tool: string) => void;
};

/** Tools as rows, plans as columns. On a narrow screen the plans scroll sideways; the tools stay. */
export function MatrixTable({ matrix, matching, pending, onAim, onShow }: Props) {
  const { t } = useTexts("matrix");
  const grid = useGridKeys();
  return (
    <div className="matrix-frame">
      <table
        className="matrix"
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the arrow keys reach its cells.
        role="grid"
        aria-label={t("matrix.page.title")}
        aria-describedby="matrix-keys"
        {...grid.table}
      >
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
          {matrix.data.map((tool, row) => (
            <tr key={tool.id}>
              <th scope="row">
                <RowHead tool={tool} onShow={() => onShow(tool.id)} />
              </th>
              {tool.cells.map((cell, column) => {
                const plan = matrix.plans.find(({ id }) => id === cell.product_id);
                if (!plan) return null;
                return (
                  <Cell
                    key={cell.product_id}
                    {...{ tool, plan, cell, pending }}
                    place={grid.place(row, column)}
                    onCeilings={() => onAim({ plans: [plan], tools: [tool] })}
                  />
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
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
