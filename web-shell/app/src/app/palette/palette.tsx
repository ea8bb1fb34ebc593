import { Modal, VisuallyHidden } from "@mantine/core";
import type { User } from "@sitewright/sdk/shell";
import { Icon } from "@sitewright/ui/icon";
import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { userQuery } from "../../api/session";
import { useTexts } from "../../i18n/use-texts";
import { IconButton } from "../../ui/texts";
import { useFocusBack } from "../../ui/use-focus-back";
import type { Group } from "./groups";
import type { Item } from "./items";
import { GroupOf, Tail } from "./option";
import { noteRecent } from "./recent";
import { show, typedBefore } from "./shown";
import { useGroups } from "./use-groups";
import "./palette.css";

type Props = { isForTools: boolean };

const close = () => show(null);

export default function Palette({ isForTools }: Props) {
  const { data: user } = useQuery({ ...userQuery, enabled: false });
  useFocusBack();
  const { t } = useTexts("palette");
  return (
    <Modal.Root
      opened
      onClose={close}
      size={640}
      yOffset="11vh"
      transitionProps={{ duration: 0 }}
      padding={0}
    >
      <Modal.Overlay />
      <Modal.Content className="palette" aria-label={t(isForTools ? "palette.writeTitle" : "palette.title")}>
        <Modal.Body>{user && <Finder user={user} isForTools={isForTools} />}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

const PAGE_OF_ENTRIES = 8;

/** Where a key moves in a list whose last entry is `last`; undefined for other keys. */
function moved(key: string, place: number, last: number): number | undefined {
  switch (key) {
    case "ArrowDown":
      return place >= last ? 0 : place + 1;
    case "ArrowUp":
      return place <= 0 ? last : place - 1;
    case "Home":
      return 0;
    case "End":
      return last;
    case "PageDown":
      return Math.min(place + PAGE_OF_ENTRIES, last);
    case "PageUp":
      return Math.max(place - PAGE_OF_ENTRIES, 0);
    default:
      return undefined;
  }
}

/** The search of the archive, for texts that no title contains. */
function useArchive(query: string, isOffered: boolean): Item | null {
  const { t, href } = useTexts("palette");
  const navigate = useNavigate();
  if (!isOffered || query.trim().length < 2) return null;
  const to = `${href("archive")}?q=${encodeURIComponent(query.trim())}`;
  const title = t("palette.archive", { query: query.trim() });
  return { id: "archive", kind: "action", title, icon: "search", run: () => navigate(to) };
}

function Finder({ user, isForTools }: Props & { user: User }) {
  const { t } = useTexts("palette");
  const [query, setQuery] = useState(typedBefore);
  const groups = useGroups(user, query, isForTools);
  const archive = useArchive(query, !isForTools);
  const shown = groups.flatMap((group) => group.shown);
  const count = shown.length;
  const options = count + (archive ? 1 : 0);
  const last = Math.max(0, options - 1);
  const [chosen, setActive] = useState(0);
  const active = Math.min(chosen, last);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();

  useEffect(() => {
    list.current?.querySelector(`[id="${id}-${active}"]`)?.scrollIntoView({ block: "nearest" });
  }, [active, id]);

  const choose = (item: Item | null | undefined) => {
    if (!item) return;
    close();
    if (item !== archive) noteRecent(user.id, item.id);
    item.run();
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const next = moved(event.key, active, last);
    if (next !== undefined) setActive(next);
    else if (event.key === "Enter") choose(shown[active]?.item ?? archive);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div className="palette-head">
        <Icon name="search" size={20} />
        <input
          data-autofocus
          // biome-ignore lint/a11y/noAutofocus: the search of a dialog; the dialog's own focus comes later than fast letters.
          autoFocus
          role="combobox"
          aria-expanded={options > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={options > 0 ? `${id}-${active}` : undefined}
          aria-autocomplete="list"
          aria-label={t(isForTools ? "palette.writeTitle" : "palette.title")}
          placeholder={t(isForTools ? "palette.writePlaceholder" : "palette.placeholder")}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          value={query}
          onChange={(event) => {
            setQuery(event.currentTarget.value);
            setActive(0);
          }}
          onKeyDown={press}
        />
        <IconButton icon="close" label={t("palette.close")} size={40} onClick={close} />
      </div>
      <div
        className="palette-list"
        role="listbox"
        id={`${id}-list`}
        aria-label={t("palette.results")}
        data-query={query}
        ref={list}
      >
        <Groups groups={groups} query={query} id={id} active={active} onChoose={choose} />
        {archive && (
          <Tail item={archive} id={`${id}-${count}`} isActive={active === count} onChoose={choose} />
        )}
      </div>
      {count === 0 && query.trim() !== "" && <p className="palette-none">{t("palette.none")}</p>}
      <Foot />
      <VisuallyHidden role="status">
        {query.trim() ? t("palette.count", { count: options }) : ""}
      </VisuallyHidden>
    </>
  );
}

type GroupsProps = {
  groups: Group[];
  query: string;
  id: string;
  active: number;
  onChoose: (item: Item) => void;
};

function Groups({ groups, query, id, active, onChoose }: GroupsProps) {
  let first = 0;
  return groups.map((group) => {
    const start = first;
    first += group.shown.length;
    return (
      <GroupOf
        key={group.name}
        group={group}
        query={query}
        idOf={(place) => `${id}-${start + place}`}
        active={active - start}
        onChoose={onChoose}
      />
    );
  });
}

/** The keys, for those who see them; phones have none. */
function Foot() {
  const { t } = useTexts("palette");
  return (
    <div className="palette-foot" aria-hidden="true">
      <span>
        <kbd>↑</kbd> <kbd>↓</kbd> {t("palette.foot.move")}
      </span>
      <span>
        <kbd>Enter</kbd> {t("palette.foot.open")}
      </span>
      <span>
        <kbd>Esc</kbd> {t("palette.foot.close")}
      </span>
    </div>
  );
}
