import { Badge, Group, Text } from "@sitewright/ui";
import type { ReactNode } from "react";
import { useSdkTexts } from "../texts";
import "./preview.css";

type Props = {
  /** The kind of preview: "Feed", "Inbox" … */
  title: string;
  /** A control that changes the view, such as a choice of the device. */
  controls?: ReactNode;
  /** One sentence on what a reader sees and does not see. */
  note?: ReactNode;
  children: ReactNode;
};

/** The frame around a preview. It has a label, so that the preview is not mistaken for the network itself. */
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

/** A neutral placeholder for a picture: the first letter of a name. */
export function Avatar({ name, square = false }: { name: string; square?: boolean }) {
  return (
    <span className="sw-avatar" data-square={square || undefined} aria-hidden="true">
      {[...name.trim()][0]?.toUpperCase()}
    </span>
  );
}
