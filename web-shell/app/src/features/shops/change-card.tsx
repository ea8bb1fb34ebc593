import { Badge, Group, Text, Textarea, TextInput, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { beforeLoss, useUnsaved } from "@sitewright/sdk/shell";
import { Icon } from "@sitewright/ui/icon";
import { memo, useEffect, useRef, useState } from "react";
import { api, unwrap } from "../../api/client";
import { useActionForm } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { Form } from "../../ui/form";
import { type Mark, StateBadge } from "../../ui/state-badge";
import { Fine, Small } from "../../ui/texts";
import { lettersOf } from "./compare";
import { ComparedText, Length, type View } from "./compared-text";
import { ProposalInspector } from "./lazy-inspector";
import { WithImage } from "./shop-image";
import { type Change, fieldOf, formatOf, isAlt, type Shop, useNames } from "./shops";
import { useNear } from "./use-near";

const MARKS: Partial<Record<Change["state"], Mark>> = {
  approved: "good",
  rejected: "plain",
  proposed: "warn",
};

/** Letters of a text that fill one line of a card. */
const LINE = 70;
const LINE_PX = 22;

export type CardActions = {
  onGo: (id: string) => void;
  onLeave: () => void;
  onSaved: (row: Change) => void;
  onOpen: (row: Change) => void;
};

type Props = CardActions & {
  shop: Shop;
  change: Change;
  /** Its place in the list, from 1, and the number of all rows. */
  place: number;
  all: number;
  isCurrent: boolean;
  isEditing: boolean;
  view: View;
};

export const cardId = (id: string) => `change-${id}`;

/** One proposal. What it changes is drawn when it comes near the window, and its height is kept from then on. */
export const ChangeCard = memo(function ChangeCard(props: Props) {
  const { change, isCurrent, onGo } = props;
  const [ref, isNear] = useNear<HTMLElement>();
  const { id } = change;
  return (
    <article
      ref={ref}
      id={cardId(id)}
      className="shop-change"
      data-state={change.state}
      aria-current={isCurrent || undefined}
      aria-posinset={props.place}
      aria-setsize={props.all}
      aria-labelledby={`${cardId(id)}-name`}
      tabIndex={isCurrent ? 0 : -1}
      onFocus={() => onGo(id)}
    >
      {isNear || isCurrent ? <CardContent {...props} /> : <Outline {...props} />}
    </article>
  );
});

/** A proposal far from the window: only its name, which the outline of the page and searches in it need. */
function Outline({ shop, change }: Props) {
  const { fieldName } = useNames(shop);
  const { id, title, kind, field } = change;
  return (
    <div id={`${cardId(id)}-name`} style={{ minHeight: guessHeight(change) }}>
      {title}, {fieldName(kind, field)}
    </div>
  );
}

function CardContent(props: Props) {
  const { shop, change, isEditing, view } = props;
  const { kind, item_id: item, field, title } = change;
  return (
    <>
      <CardHead {...props} />
      {isEditing ? (
        <>
          <Checks change={change} />
          <WithImage shop={shop} of={{ kind, item, title, field }}>
            <Editor {...props} />
          </WithImage>
        </>
      ) : (
        <>
          <CardTexts shop={shop} change={change} view={view} />
          <Details {...props} />
        </>
      )}
    </>
  );
}

type TextsProps = Pick<Props, "shop" | "change" | "view">;

/** Both texts, which stay as they are while the current row changes. */
const CardTexts = memo(function CardTexts({ shop, change, view }: TextsProps) {
  const { t } = useTexts("shops");
  const { kind, item_id: item, field, title, old, new: text } = change;
  return (
    <>
      <Checks change={change} />
      <WithImage shop={shop} of={{ kind, item, title, field }}>
        <ComparedText
          language={change.language}
          before={old}
          after={text}
          format={formatOf(shop, kind, field)}
          view={view}
          titles={[t("shops.compare.old"), t("shops.compare.new")]}
          most={fieldOf(shop, kind, field)?.most}
        />
      </WithImage>
    </>
  );
});

/** What stands behind a proposal, folded. In a wide window it is beside the list. */
function Details({ shop, change, isCurrent }: Props) {
  const { t } = useTexts("shops");
  const { fieldName } = useNames(shop);
  const [isOpen, setOpen] = useState(false);
  const { id, title, kind, field } = change;
  const label = t("shops.bench.open");
  return (
    <div className="shop-details">
      <UnstyledButton
        className="shop-details-button"
        aria-label={t("shops.approval.buttonOf", { label, name: `${title}, ${fieldName(kind, field)}` })}
        aria-expanded={isOpen}
        aria-controls={`${cardId(id)}-details`}
        tabIndex={isCurrent ? 0 : -1}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name={isOpen ? "down" : "next"} size={16} />
        {label}
      </UnstyledButton>
      <div id={`${cardId(id)}-details`} hidden={!isOpen}>
        {isOpen && <ProposalInspector shop={shop} change={change} />}
      </div>
    </div>
  );
}

/** About the height of a card. */
const guessHeight = ({ old, new: text, checks }: Change) =>
  150 + checks.length * LINE_PX + Math.ceil(Math.max(lettersOf(old), lettersOf(text)) / LINE) * LINE_PX;

function CardHead({ shop, change, isCurrent, onOpen }: Props) {
  const { t } = useTexts("shops");
  const { fieldName, languageName } = useNames(shop);
  const { id, title, kind, field, language, state, drafted, edited, passes } = change;
  return (
    <Group justify="space-between" align="flex-start" gap="xs" className="shop-change-head">
      <div className="shop-change-name" id={`${cardId(id)}-name`}>
        <UnstyledButton
          className="shop-name"
          aria-haspopup="dialog"
          tabIndex={isCurrent ? 0 : -1}
          onClick={() => onOpen(change)}
        >
          <Text fw={600} component="span">
            {title}
          </Text>
        </UnstyledButton>
        <Small c="dimmed">
          {[fieldName(kind, field), shop.languages.length > 1 && languageName(language)]
            .filter(Boolean)
            .join(" · ")}
        </Small>
      </div>
      <Group gap={6}>
        {drafted && (
          <Badge variant="default" tt="none" fw={500}>
            {t("shops.mark.draft")}
          </Badge>
        )}
        {edited && (
          <Badge variant="default" tt="none" fw={500}>
            {t("shops.mark.edited")}
          </Badge>
        )}
        {!passes && <StateBadge mark="bad">{t("shops.mark.fails")}</StateBadge>}
        {state !== "proposed" && (
          <StateBadge mark={MARKS[state] ?? "plain"}>{t(`shops.state.${state}`)}</StateBadge>
        )}
      </Group>
    </Group>
  );
}

/** What the rules object to. */
export function Checks({ change }: { change: Change }) {
  const { t } = useTexts("shops");
  if (change.checks.length === 0) return null;
  return (
    <ul className="shop-checks" aria-label={t("shops.compare.checks")}>
      {change.checks.map(({ level, message }) => (
        <li key={message} data-level={level}>
          <Icon name={level === "hard" ? "alert" : "info"} size={16} />
          <Small>
            {level === "hard" && <VisuallyHidden>{t("shops.compare.hard")} </VisuallyHidden>}
            {message}
          </Small>
        </li>
      ))}
    </ul>
  );
}

/** HTML with each block on a line of its own. */
const inLines = (html: string) =>
  html.replace(/(<\/(?:p|h[1-6]|ul|ol|li|tr|table|div)>|<[uo]l>)(?=<)/gi, "$1\n");

/** The proposal in an input. The rules check it again when it is saved. */
function Editor({ shop, change, onLeave, onSaved }: Props) {
  const { t } = useTexts("shops");
  const { fieldName } = useNames(shop);
  const { kind, field } = change;
  const [format, most] = [formatOf(shop, kind, field), fieldOf(shop, kind, field)?.most];
  const [shown] = useState(() => (format === "html" ? inLines(change.new) : change.new));
  const form = useActionForm({ new: shown });
  const isChanged = form.values.new !== shown;
  useUnsaved(isChanged, { onLose: onLeave });
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const [isLine] = useState(format === "line" || isAlt(field));
  useEffect(() => {
    const { current } = input;
    current?.focus({ preventScroll: true });
    current?.setSelectionRange(current.value.length, current.value.length);
  }, []);
  const save = async () => {
    const path = { id: shop.id, change: change.id };
    const saved = api.PATCH("/api/shops/{id}/changes/{change}", { params: { path }, body: form.values });
    onSaved(await unwrap(saved));
  };
  const of = {
    ref: input,
    label: t("shops.approval.editor", { field: fieldName(kind, field) }),
    description: t(format === "html" ? "shops.approval.editorHtml" : "shops.approval.editorHint"),
    ...form.field("new"),
    onKeyDown: (event: React.KeyboardEvent) => {
      if (event.key === "Escape") beforeLoss("discard", isChanged, onLeave);
      const isSent = event.key === "Enter" && (event.ctrlKey || event.metaKey);
      if (isSent && !form.busy) form.act(save, undefined, null);
      if (isSent || event.key === "Escape") event.preventDefault();
      event.stopPropagation();
    },
  };
  return (
    <Form {...form.submits(save, undefined, null)} go={t("shops.approval.save")} onCancel={onLeave} gap="sm">
      {isLine ? (
        <TextInput {...of} />
      ) : (
        <Textarea
          {...of}
          autosize
          minRows={4}
          maxRows={24}
          styles={
            format === "html" ? { input: { fontFamily: "var(--mantine-font-family-monospace)" } } : undefined
          }
        />
      )}
      <Group justify="space-between">
        <Length text={form.values.new} format={format} most={most} />
        <Fine>{t("shops.approval.editorKeys")}</Fine>
      </Group>
    </Form>
  );
}
