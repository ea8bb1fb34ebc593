import { Group, SegmentedControl, Title } from "@mantine/core";
import { useElementSize, useMediaQuery } from "@mantine/hooks";
import { Icon } from "@sitewright/ui/icon";
import { useState } from "react";
import { useTexts } from "../../i18n/use-texts";
import { CopyButton } from "../../ui/copy-button";
import { TextButton } from "../../ui/texts";
import type { Post } from "./posts";

/** Widths of the pages in the preview. */
const WIDTHS = { desktop: 1280, phone: 390 } as const;
const DEVICES = ["desktop", "phone"] as const;

/** The same page at the address of the application: other origins refuse a frame. */
const pathOf = (address: string) => {
  const { pathname, search } = new URL(address, location.origin);
  return pathname + search;
};

/** The page of a post as its readers will see it, by its secret address. */
export function PostPreview({ post }: { post: Post }) {
  const { t } = useTexts("posts");
  const isNarrow = useMediaQuery("(max-width: 62em)") ?? false;
  const [chosen, setChosen] = useState<(typeof DEVICES)[number] | null>(null);
  const device = chosen ?? (isNarrow ? "phone" : "desktop");
  const { ref, width } = useElementSize();
  const scale = width > 0 ? Math.min(1, width / WIDTHS[device]) : 1;
  return (
    <section className="post-preview" aria-label={t("posts.preview.title")}>
      <Group justify="space-between" gap="xs" mb="sm">
        <Title order={2} size="h4">
          {t("posts.preview.title")}
        </Title>
        <Group gap="xs">
          <SegmentedControl
            size="xs"
            aria-label={t("posts.preview.device")}
            value={device}
            onChange={(value) => setChosen(value as typeof device)}
            data={DEVICES.map((value) => ({ value, label: t(`posts.preview.${value}`) }))}
          />
          <TextButton label={t("posts.preview.open")} size="xs" outside={post.preview_url} />
          <CopyButton
            size="xs"
            value={post.preview_url}
            label={t("posts.preview.copy")}
            copied={t("posts.preview.copied")}
            leftSection={<Icon name="copy" size={15} />}
          />
        </Group>
      </Group>
      <div className="post-frame-box" ref={ref} data-device={device}>
        <iframe
          // A change of the post loads the page again.
          key={`${post.updated_at} ${post.status}`}
          className="post-frame"
          title={t("posts.preview.title")}
          sandbox="allow-same-origin allow-scripts"
          src={pathOf(post.preview_url)}
          style={{
            width: WIDTHS[device],
            height: `${100 / scale}%`,
            transform: `scale(${scale})`,
            left: Math.max(0, (width - WIDTHS[device] * scale) / 2),
          }}
        />
      </div>
    </section>
  );
}
