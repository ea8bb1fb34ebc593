import { List, Text } from "@mantine/core";
import { useTexts } from "../../i18n/use-texts";
import { Notice } from "../../ui/page";
import { Dim, Small, Strong, TextLink } from "../../ui/texts";
import type { MatrixEffects } from "./matrix";

const KINDS = ["losing", "words", "runs", "memory", "hosts", "bulk_jobs", "keys"] as const;

/** The effects of a change: how many accounts lose something, and which are affected most. */
export function EffectsList({ effects }: { effects: MatrixEffects }) {
  const { t, number } = useTexts("matrix");
  const kinds = KINDS.filter((kind) => effects[kind] > 0);
  if (effects.cells === 0) return <Text role="status">{t("matrix.effect.nothing")}</Text>;
  return (
    <>
      <Text>
        {t("matrix.effect.cells", { count: effects.cells, cells: number(effects.cells) })}{" "}
        {t("matrix.effect.accounts", { count: effects.accounts, accounts: number(effects.accounts) })}
      </Text>
      <Notice
        role="status"
        variant="light"
        color={kinds.length > 0 ? "yellow" : "gray"}
        icon={kinds.length > 0 ? "alert" : "info"}
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
          <Small>{t("matrix.effect.noneText")}</Small>
        )}
      </Notice>
      <Touched accounts={effects.touched} />
    </>
  );
}

function Touched({ accounts }: { accounts: MatrixEffects["touched"] }) {
  const { t, href, number } = useTexts("matrix");
  if (accounts.length === 0) return null;
  return (
    <div>
      <Strong mb={4}>{t("matrix.effect.touched")}</Strong>
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
