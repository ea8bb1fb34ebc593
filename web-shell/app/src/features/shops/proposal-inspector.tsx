import { VisuallyHidden } from "@mantine/core";
import { BenchPart, CheckList, FactList } from "@sitewright/sdk/bench";
import { memo, useMemo } from "react";
import { useTexts } from "../../i18n/use-texts";
import { Loading } from "../../ui/page";
import { useItem } from "./item-dialog";
import { measuresOf } from "./measures";
import { type Change, type Shop, useNames, useOrders } from "./shops";
import { Surroundings } from "./surroundings";
import { factsIn } from "./used";

export type Inspected = { shop: Shop; change: Change };

/** What stands behind a proposal: where customers will see it, its sizes, the facts that it names, and its price. */
export default memo(function ProposalInspector({ shop, change }: Inspected) {
  const { t } = useTexts("shops");
  const { data: item, isError } = useItem(shop, change.kind, change.item_id);
  const measures = useMemo(() => measuresOf(shop, change), [shop, change]);
  const { factName } = useNames(shop);
  const facts = item ? factsIn(shop, change, item, factName) : [];
  return (
    <>
      <VisuallyHidden component="h2">{t("shops.bench.title")}</VisuallyHidden>
      <div className="shop-canvas">
        {item || isError ? (
          <Surroundings shop={shop} change={change} item={item} />
        ) : (
          <Loading h={260} radius="lg" />
        )}
      </div>
      {measures.length > 0 && (
        <BenchPart title={t("shops.bench.measures")}>
          <CheckList checks={measures} inline />
        </BenchPart>
      )}
      {facts.length > 0 && (
        <BenchPart title={t("shops.bench.facts")}>
          <FactList facts={facts} language={change.language} />
        </BenchPart>
      )}
      <About shop={shop} change={change} />
    </>
  );
});

/** The order that the text is from, its price, and its language. */
function About({ shop, change }: Inspected) {
  const { t, number, ago } = useTexts("shops");
  const { languageName } = useNames(shop);
  const order = useOrders(shop.id).data?.data.find(({ id }) => id === change.order_id);
  const words = order?.work?.words.charged ?? 0;
  const texts = order?.work?.rows.succeeded ?? 0;
  return (
    <BenchPart title={t("shops.bench.about")}>
      <ul className="sw-bench-list">
        {order && <li>{order.tool_name}</li>}
        {change.drafted ? (
          <li>{t("shops.bench.draft")}</li>
        ) : (
          words > 0 && (
            <li>{t("shops.bench.words", { count: words, words: number(words), texts: number(texts) })}</li>
          )
        )}
        <li>{[languageName(change.language), ago(change.created_at)].join(" · ")}</li>
      </ul>
    </BenchPart>
  );
}
