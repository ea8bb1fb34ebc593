import {
  type Check,
  CheckList,
  ResultCard,
  SEARCH_RESULT,
  useBrandName,
  useProjectDomain,
} from "@sitewright/sdk";
import { Button, CopyButton, Group, Icon, Stack } from "@sitewright/ui";
import { type ReactNode, useRef, useState } from "react";
import { bound } from "./limits";
import { SearchPreview } from "./search-preview";
import { SocialCard } from "./social-card";
import { TagField } from "./tag-field";
import { FIELDS, html, type Tags } from "./tags";
import { useMetatagsTexts } from "./texts";

type Props = {
  title: string;
  tags: Tags;
  checks: Check[];
  /** Failed checks that are not lengths, such as a missing keyword. */
  notes: Check[];
  input: Record<string, unknown>;
  language?: string | undefined;
  /** The menu that rewrites the variant. */
  menu: ReactNode;
  /** Whether the texts are still being written. */
  isLive: boolean;
  isChanged: boolean;
  onChange: (change: Partial<Tags>) => void;
  /** Absent if nothing can be saved. */
  onSave?: (() => Promise<void>) | undefined;
  onDiscard: () => void;
};

/** What is pasted into the form of a page. */
const COPIED = ["title", "meta_description"] as const;

/** One variant: in the search results and when shared, and beside that its fields to edit and copy. */
export function VariantPanel(props: Props) {
  const { title, tags, checks, input, language, menu, isLive } = props;
  const kit = useBrandName();
  const project = useProjectDomain();
  const brand = String(input.brand ?? "") || kit;
  const fields = useRef<HTMLDivElement>(null);
  const copied = COPIED.map((name) => ({
    name,
    title: name,
    format: "plain",
    editable: true,
    text: tags[name],
  }));
  return (
    <ResultCard
      title={title}
      fields={copied}
      actions={menu}
      parts={isLive ? null : <Fields {...props} box={fields} />}
      onEdit={() => fields.current?.querySelector("textarea")?.focus()}
    >
      <Stack gap="lg">
        <SearchPreview
          tags={tags}
          brand={brand}
          language={language}
          titleWidth={bound(checks, "title", "pixels", SEARCH_RESULT.title.most)}
          descriptionWidth={bound(checks, "meta_description", "pixels", SEARCH_RESULT.description.most)}
        />
        {!isLive && <SocialCard tags={tags} site={project || brand} language={language} />}
      </Stack>
    </ResultCard>
  );
}

function Fields({ box, ...props }: Props & { box: React.RefObject<HTMLDivElement | null> }) {
  const { tags, checks, notes, input, language, isChanged, onChange, onSave, onDiscard } = props;
  return (
    <Stack gap="md" className="sw-bench-part" ref={box}>
      {FIELDS.map((name) => (
        <div key={name}>
          <TagField
            name={name}
            value={tags[name]}
            checks={checks}
            language={language}
            onChange={(value) => onChange({ [name]: value })}
          />
          <CheckList checks={isChanged ? [] : notes.filter((note) => note.field === name)} />
        </div>
      ))}
      <Actions code={html(tags, input)} isChanged={isChanged} onSave={onSave} onDiscard={onDiscard} />
    </Stack>
  );
}

type ActionProps = { code: string } & Pick<Props, "isChanged" | "onSave" | "onDiscard">;

function Actions({ code, isChanged, onSave, onDiscard }: ActionProps) {
  const t = useMetatagsTexts();
  const [saving, setSaving] = useState(false);
  const save = () => {
    setSaving(true);
    // The error is already on the screen; the edits stay, to be saved again.
    onSave?.()
      .catch(() => undefined)
      .finally(() => setSaving(false));
  };
  return (
    <Group gap="xs">
      {onSave && (
        <Button size="sm" disabled={!isChanged} loading={saving} onClick={save}>
          {t("seo-metatags.save")}
        </Button>
      )}
      {isChanged && (
        <Button size="sm" variant="default" onClick={onDiscard}>
          {t("seo-metatags.discard")}
        </Button>
      )}
      <CopyButton value={code}>
        {({ copied, copy }) => (
          <Button
            size="sm"
            variant="default"
            leftSection={<Icon name={copied ? "check" : "copy"} size={16} />}
            onClick={copy}
          >
            {t(copied ? "seo-metatags.copied" : "seo-metatags.copyHtml")}
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}
