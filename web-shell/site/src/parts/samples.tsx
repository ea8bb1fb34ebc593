// Results of tools, in the surroundings where readers meet them. The server fills in a result of the tool's own example.
import type { ReactNode } from "react";
import { If, v } from "../jinja";

type From = {
  /** The expression of a sample. */
  from: string;
};

/** A drawing's dimension line above what it measures: its length is the share of the limit that is used. */
export function Measured({ from, field, children }: From & { field: string; children: ReactNode }) {
  const measure = `${from}.measures.${field}`;
  return (
    <div className="measured">
      <div className="dimension" style={{ "--share": v(`${measure}.share`) } as Record<string, string>}>
        <span className="dimension-line" aria-hidden="true" />
        <span className="dimension-value">{v(`${measure}.text`)}</span>
      </div>
      {children}
    </div>
  );
}

/** A result of a search engine. */
export function SearchResult({ from }: From) {
  return (
    <div className="card search-result">
      <p className="search-site">
        <span className="search-icon" aria-hidden="true" />
        <span>
          {v(`${from}.site`)}
          <small>{v(`${from}.address`)}</small>
        </span>
      </p>
      <p className="search-title">{v(`${from}.variant.title`)}</p>
      <p className="search-text">{v(`${from}.variant.meta_description`)}</p>
    </div>
  );
}

/** A post of a network. */
export function PostCard({ from }: From) {
  return (
    <div className="card post">
      <p className="post-author">
        <span className="post-icon" aria-hidden="true" />
        <span>{v(`${from}.site`)}</span>
      </p>
      <p className="post-text">{v(`${from}.variant.text`)}</p>
      <p className="post-measure">{v(`${from}.measures.text.text`)}</p>
    </div>
  );
}

/** A product in a shop. */
export function ProductCard({ from }: From) {
  return (
    <div className="card product">
      <p className="product-name">{v(`${from}.site`)}</p>
      <p className="product-text">{v(`${from}.variant.short_description`)}</p>
      <If is={`${from}.measures.short_description`}>
        <p className="post-measure">{v(`${from}.measures.short_description.text`)}</p>
      </If>
    </div>
  );
}
