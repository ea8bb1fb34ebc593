import { Badge, Group, Text } from "@sitewright/ui";
import type { ReactNode } from "react";
import { useSdkTexts } from "../texts";
import "./preview.css";

type Props = {
  /** What is previewed: "Feed", "Inbox" … */
  title: string;
  /** What changes the view, such as a choice between devices. */
  controls?: ReactNode;
  /** One sentence on what a reader sees and does not see. */
  note?: ReactNode;
  children: ReactNode;
};

/** The frame around a preview: it says that this is one, so that nobody takes it for the network itself. */
export function PreviewFrame({ title, controls, note, children }: Props) {
  const t = useSdkTexts();
  return (
    <figure className="sw-preview" aria-label={`${t("sdk.preview.label")}: ${title}`}>
      <Group component="figcaption" gap="xs" mb="xs" mih={28}>
        <Badge variant="default" size="sm" radius="sm" tt="none">
          {t("sdk.preview.label")}
        </Badge>
        <Text size="xs" c="dimmed" mr="auto">
          {title}
        </Text>
        {controls}
      </Group>
      {children}
      {note && (
        <Text size="xs" c="dimmed" mt="xs">
          {note}
        </Text>
      )}
    </figure>
  );
}

/** A neutral mark in place of a picture: the first letter of a name. */
export function Avatar({ name, square = false }: { name: string; square?: boolean }) {
  return (
    <span className="sw-avatar" data-square={square || undefined} aria-hidden="true">
      {[...name.trim()][0]?.toUpperCase()}
    </span>
  );
}
