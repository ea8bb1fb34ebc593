import { Icon } from "@sitewright/ui/icon";
import { useId } from "react";
import { useTexts } from "../../i18n/use-texts";
import { marksOf } from "../../search/marks";
import { ToolIcon } from "../../ui/tool-icon";
import type { Group } from "./groups";
import type { Item } from "./items";

type OptionProps = {
  item: Item;
  id: string;
  isActive: boolean;
  query?: string;
  matched?: readonly string[];
  onChoose: (item: Item) => void;
};

/** One entry. The focus stays in the search field, whose keys choose; a pointer chooses here. */
function Option({ item, id, isActive, query = "", matched = [], onChoose }: OptionProps) {
  const { icon, note, keys } = item;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search field has the focus and handles the keys.
    // biome-ignore lint/a11y/useFocusableInteractive: likewise; it names this option as its active descendant.
    <div
      role="option"
      id={id}
      aria-selected={isActive}
      className="palette-option"
      // A press would take the focus from the search field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChoose(item)}
    >
      {typeof icon === "string" ? (
        <span className="palette-icon">
          <Icon name={icon} size={18} />
        </span>
      ) : (
        <ToolIcon {...icon} size={32} />
      )}
      <span className="palette-text">
        <span className="palette-title">
          {marksOf(item.title, query, matched).map(({ text, isMarked }, place) =>
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other identity.
            isMarked ? <b key={place}>{text}</b> : text,
          )}
        </span>
        {note && <span className="palette-note">{note}</span>}
      </span>
      {item.isCurrent && <Icon name="check" size={16} />}
      {keys && (
        <span className="palette-keys" aria-hidden="true">
          {keys.split(" ").map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </span>
      )}
    </div>
  );
}

type GroupProps = {
  group: Group;
  query: string;
  idOf: (place: number) => string;
  /** The position of the active entry in this group; outside of it for another group. */
  active: number;
  onChoose: (item: Item) => void;
};

export function GroupOf({ group, query, idOf, active, onChoose }: GroupProps) {
  const { t } = useTexts("palette");
  const heading = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset may not be in a listbox.
    <div role="group" aria-labelledby={heading}>
      <div className="palette-heading" id={heading}>
        {t(`palette.group.${group.name}`)}
      </div>
      {group.shown.map(({ item, matched }, place) => (
        <Option
          key={item.id}
          item={item}
          id={idOf(place)}
          isActive={place === active}
          query={query}
          matched={matched}
          onChoose={onChoose}
        />
      ))}
    </div>
  );
}

/** The last entry, below the groups. */
export const Tail = (props: OptionProps) => (
  <div className="palette-tail">
    <Option {...props} />
  </div>
);
