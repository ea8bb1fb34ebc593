import { Text } from "@mantine/core";
import { useState } from "react";
import { type Answer, api, unwrap, useApi } from "../../api/client";
import { useAction } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { Panel } from "../../ui/page";
import { Dim, Small, TextButton, TextLink, Wrong } from "../../ui/texts";

type Test = Answer<"/api/admin/audit-browser/test", "post">;

/** The browser that renders pages of audits: its address in the server's settings, and a test of it. */
export function BrowserPanel() {
  const { t } = useTexts("overview");
  const { data } = useApi("/api/admin/audit-browser", {}, { throwOnError: false, quiet: true });
  if (!data) return null;
  const { address, pages } = data;
  return (
    <Panel title={t("overview.browser.title")}>
      {address ? (
        <>
          <div>
            <Text size="sm" style={{ overflowWrap: "anywhere" }}>
              {address}
            </Text>
            <Dim>{t("overview.browser.pages", { count: pages })}</Dim>
          </div>
          <BrowserTest />
        </>
      ) : (
        <None />
      )}
    </Panel>
  );
}

function BrowserTest() {
  const { t, number } = useTexts("overview");
  const action = useAction();
  const [result, setResult] = useState<Test>();
  const test = async () => {
    setResult(undefined);
    setResult(await unwrap(api.POST("/api/admin/audit-browser/test")));
  };
  return (
    <div>
      <TextButton
        label={t("overview.browser.test")}
        name={t("overview.browser.testName")}
        size="xs"
        {...action.press(test, undefined, null)}
      />
      <div role="status">
        {action.busy && <Dim mt={6}>{t("overview.browser.testing")}</Dim>}
        {action.message && <Wrong mt={6}>{action.message}</Wrong>}
        {result?.ok && (
          <Small mt={6}>
            {t("overview.browser.works", { product: result.product, ms: number(result.total_ms) })}
          </Small>
        )}
        {result && !result.ok && (
          <Wrong mt={6} style={{ overflowWrap: "anywhere" }}>
            {result.problem?.message}
          </Wrong>
        )}
      </div>
      {action.dialog}
    </div>
  );
}

function None() {
  const { t, href } = useTexts("overview");
  return (
    <div>
      <Dim>{t("overview.browser.none")}</Dim>
      <TextLink to={href("docs", { "*": "seo-audit" })} size="sm">
        {t("overview.browser.how")}
      </TextLink>
    </div>
  );
}
