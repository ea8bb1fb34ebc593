import { Group, List, Loader } from "@mantine/core";
import { Icon } from "@sitewright/ui/icon";
import { usePagesRead } from "../../api/brand-reading";
import { useTexts } from "../../i18n/use-texts";
import { Dim, Small } from "../../ui/texts";

/** `/` is the home page. */
const pathOf = (url: string) => decodeURI(new URL(url).pathname);

/** The pages of the website as they are read, and that more is to come. */
export function ReadingProgress({ busy }: { busy: boolean }) {
  const { t } = useTexts("brand");
  const pages = usePagesRead();
  return (
    <div role="status">
      {busy && (
        <>
          <Group gap="xs" wrap="nowrap">
            <Loader size="xs" />
            <Dim>{t(pages.length ? "brand.setup.readingMore" : "brand.setup.reading")}</Dim>
          </Group>
          <List listStyleType="none" mt="xs" spacing={4}>
            {pages.map(({ url, problem }) => (
              <List.Item key={url} icon={<Icon name={problem ? "alert" : "check"} size={16} />}>
                <Small style={{ overflowWrap: "anywhere" }}>
                  {new URL(url).pathname === "/" ? t("brand.setup.home") : pathOf(url)}
                  {problem && ` – ${problem}`}
                </Small>
              </List.Item>
            ))}
          </List>
        </>
      )}
    </div>
  );
}
