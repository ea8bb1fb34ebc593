import { Switch, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { Icon } from "@sitewright/ui/icon";
import { useTexts } from "../../i18n/use-texts";
import type { MatrixCell, MatrixPlan, MatrixTool } from "./matrix";
import { useCeilingWords } from "./matrix-words";
import type { GridPlace } from "./use-grid-keys";
import type { Pending } from "./use-pending";

type Props = {
  tool: MatrixTool;
  plan: MatrixPlan;
  cell: MatrixCell;
  pending: Pending;
  place: GridPlace;
  /** Opens the ceilings of the cell. */
  onCeilings: () => void;
};

/** A tool in a plan: its switch, and its ceilings as a button. */
export function Cell({ tool, plan, cell, pending, place, onCeilings }: Props) {
  const { t } = useTexts("matrix");
  const words = useCeilingWords();
  const changed = pending.find(plan.id, tool.id);
  const open = changed?.open ?? cell.open;
  const ceilings = cell.open ? words(cell.ceilings) : [];
  const names = { tool: tool.name, plan: plan.name };
  return (
    <td data-changed={changed ? true : undefined}>
      <div className="matrix-cell">
        <Switch
          size="sm"
          {...place}
          aria-label={t("matrix.cell.switch", names)}
          checked={open}
          onChange={() => pending.flip({ plan: plan.id, tool: tool.id, name: tool.name, open: !open })}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            onCeilings();
          }}
        />
        {changed && <VisuallyHidden>{t("matrix.cell.changed")}</VisuallyHidden>}
        <UnstyledButton
          className="matrix-ceilings"
          data-none={ceilings.length === 0 || undefined}
          tabIndex={-1}
          onClick={onCeilings}
          aria-label={[t("matrix.cell.ceilings", names), ...ceilings].join(", ")}
        >
          {ceilings.length > 0 ? (
            ceilings.map((text) => <span key={text}>{text}</span>)
          ) : (
            <Icon name="edit" size={14} />
          )}
        </UnstyledButton>
      </div>
    </td>
  );
}
