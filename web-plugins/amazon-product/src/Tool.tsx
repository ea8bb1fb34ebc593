import { PreviewResult, present, ToolScreen } from "@sitewright/sdk";
import { ProductPage } from "./product-page";
import "./amazon-product.css";

/** A listing as its product page and the search results show it. */
export default function Tool() {
  return (
    <ToolScreen streams>
      {(run) => (
        <PreviewResult
          run={run}
          needs={["title", "bullets"]}
          shows={(parts) => present(parts, "title", "bullets", "description", "search_terms")}
          draw={(listing) => <ProductPage {...listing} />}
        />
      )}
    </ToolScreen>
  );
}
