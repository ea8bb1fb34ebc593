import { ActionIcon, Group, Icon } from "@sitewright/ui";
import { useSdkTexts } from "../texts";
import { useDocument } from "../use-document";

/** Rates a result as good or bad; a second click removes the rating. */
export function Rating({ documentId }: { documentId: string }) {
  const t = useSdkTexts();
  const { document, rate } = useDocument(documentId);
  if (!document) return null;
  return (
    <Group gap={2} role="group" aria-label={t("sdk.rating.title")}>
      {(["good", "bad"] as const).map((rating) => {
        const chosen = document.rating === rating;
        return (
          <ActionIcon
            key={rating}
            variant={chosen ? "light" : "subtle"}
            color={chosen ? undefined : "gray"}
            aria-pressed={chosen}
            aria-label={t(`sdk.rating.${rating}`)}
            title={t(`sdk.rating.${rating}`)}
            onClick={() => rate(chosen ? null : rating)}
          >
            <Icon name={rating} size={17} />
          </ActionIcon>
        );
      })}
    </Group>
  );
}
