import { Alert, List, Text } from "@mantine/core";
import { useFormats } from "@sitewright/sdk/shell";
import { Icon } from "@sitewright/ui/icon";
import { useTranslation } from "react-i18next";
import { useHref } from "../../i18n/use-page-language";
import { Dim, TextLink } from "../../ui/texts";
import type { MatrixEffects } from "./matrix";

const KINDS = ["losing", "words", "runs", "memory", "hosts", "bulk_jobs", "keys"] as const;

/** What a change would break, for how many, and whom it would touch first. */
export function EffectsList({ effects }: { effects: MatrixEffects }) {
  const { t } = useTranslation("matrix");
  const { number } = useFormats();
  const kinds = KINDS.filter((kind) => effects[kind] > 0);
  if (effects.cells === 0) return <Text role="status">{t("matrix.effect.nothing")}</Text>;
  return (
    <>
      <Text>
        {t("matrix.effect.cells", { count: effects.cells, cells: number(effects.cells) })}{" "}
        {t("matrix.effect.accounts", { count: effects.accounts, accounts: number(effects.accounts) })}
      </Text>
      <Alert
        role="status"
        variant="light"
        color={kinds.length > 0 ? "yellow" : "gray"}
        c="var(--mantine-color-text)"
        icon={<Icon name={kinds.length > 0 ? "alert" : "info"} />}
        title={t(kinds.length > 0 ? "matrix.effect.title" : "matrix.effect.none")}
      >
        {kinds.length > 0 ? (
          <List size="sm" spacing={4}>
            {kinds.map((kind) => (
              <List.Item key={kind}>
                {t(`matrix.effect.${kind}`, { count: effects[kind], number: number(effects[kind]) })}
              </List.Item>
            ))}
          </List>
        ) : (
          <Text size="sm">{t("matrix.effect.noneText")}</Text>
        )}
      </Alert>
      <Touched accounts={effects.touched} />
    </>
  );
}

function Touched({ accounts }: { accounts: MatrixEffects["touched"] }) {
  const { t } = useTranslation("matrix");
  const href = useHref();
  const { number } = useFormats();
  if (accounts.length === 0) return null;
  return (
    <div>
      <Text fw={600} size="sm" mb={4}>
        {t("matrix.effect.touched")}
      </Text>
      <ul className="matrix-touched">
        {accounts.map(({ id, email, tools, runs }) => (
          <li key={id}>
            <TextLink to={href("adminUser", { user: id })} target="_blank" size="sm">
              {email}
            </TextLink>
            <Dim>{t("matrix.effect.used", { count: runs, runs: number(runs), tools: tools.join(", ") })}</Dim>
          </li>
        ))}
      </ul>
    </div>
  );
}
