import { Anchor, Group, Stack } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";
import { Facts } from "../../admin/admin";
import { useApi } from "../../api/client";
import { useTexts } from "../../i18n/use-texts";
import { Dialog } from "../../ui/dialog";
import { Pager } from "../../ui/list";
import { Loading } from "../../ui/page";
import { Dim, Small, Strong, TextButton, TextLink } from "../../ui/texts";
import { useExceptionWords } from "./exception-words";
import { FEW, type MatrixTool } from "./matrix";

type Props = { tool: MatrixTool; onChange: () => void; onClose: () => void };

/** One row of the matrix: the tool, its number of exceptions, and a button to change all plans at once. */
export function MatrixToolDialog({ tool, onChange, onClose }: Props) {
  const { t, href, number } = useTexts("matrix");
  const facts: [string, string | null][] = [
    [t("matrix.tool.publisher"), tool.publisher],
    [t("matrix.tool.stage"), t(`matrix.stage.${tool.stage}`)],
    [t("matrix.tool.words"), number(tool.words)],
    [t("matrix.tool.hosts"), tool.hosts.join(", ") || null],
  ];
  return (
    <Dialog title={tool.name} onClose={onClose}>
      <Stack gap="md">
        <Facts facts={facts} />
        <Exceptions tool={tool.id} />
        <Group justify="flex-end">
          <Anchor component={Link} to={href("adminPlugin", { plugin: tool.id })} size="sm" mr="auto">
            {t("matrix.tool.versions")}
          </Anchor>
          <TextButton label={t("matrix.tool.change")} isMain data-autofocus onClick={onChange} />
        </Group>
      </Stack>
    </Dialog>
  );
}

function Exceptions({ tool }: { tool: string }) {
  const { t, href } = useTexts("matrix");
  const say = useExceptionWords();
  const [page, setPage] = useState(1);
  const { data } = useApi("/api/admin/matrix/{tool}/exceptions", {
    path: { tool },
    query: { page, per_page: FEW },
  });
  if (!data) return <Loading h={48} />;
  return (
    <section aria-label={t("matrix.tool.exceptions")}>
      <Strong mb={4}>{t("matrix.tool.exceptions")}</Strong>
      {data.total === 0 && <Dim>{t("matrix.tool.noExceptions")}</Dim>}
      <ul className="matrix-touched">
        {data.data.map((exception) => (
          <li key={exception.account.id}>
            <TextLink to={href("adminUser", { user: exception.account.id })} size="sm">
              {exception.account.email}
            </TextLink>
            <Small>{say(exception).join(" · ")}</Small>
            <Dim>{exception.reason}</Dim>
          </li>
        ))}
      </ul>
      <Pager page={page} total={data.total} per={FEW} onPage={setPage} size="sm" />
    </section>
  );
}
