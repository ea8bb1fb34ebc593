import { type Check, CheckList, useBrandName, useProjectDomain } from "@sitewright/sdk";
import { Button, Card, CopyButton, Group, Icon, Stack } from "@sitewright/ui";
import { useState } from "react";
import { bound } from "./limits";
import { SearchPreview } from "./search-preview";
import { SocialCard } from "./social-card";
import { TagField } from "./tag-field";
import { FIELDS, html, type Tags } from "./tags";
import { useMetatagsTexts } from "./texts";

type Props = {
  tags: Tags;
  checks: Check[];
  /** Failed checks that are not lengths, such as a missing keyword. */
  notes: Check[];
  input: Record<string, unknown>;
  language?: string;
  isChanged: boolean;
  onChange: (change: Partial<Tags>) => void;
  /** Absent if nothing can be saved. */
  onSave?: () => Promise<void>;
  onDiscard: () => void;
};

/** One variant: its preview, and its fields to edit and copy. */
export function VariantPanel({
  tags,
  checks,
  notes,
  input,
  language,
  isChanged,
  onChange,
  onSave,
  onDiscard,
}: Props) {
  const kit = useBrandName();
  const project = useProjectDomain();
  const brand = String(input.brand ?? "") || kit;
  return (
    <Stack gap="md">
      <SearchPreview
        tags={tags}
        brand={brand}
        language={language}
        titleWidth={bound(checks, "title", "pixels", 561)}
        descriptionWidth={bound(checks, "meta_description", "pixels", 985)}
      />
      <Card component="section" withBorder padding="lg">
        <Stack gap="lg">
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
      </Card>
      <SocialCard tags={tags} site={project || brand} language={language} />
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
