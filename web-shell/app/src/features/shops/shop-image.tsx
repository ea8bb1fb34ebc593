import { Icon } from "@sitewright/ui/icon";
import { type ReactNode, useEffect, useState } from "react";
import { frameToken } from "../../api/frame";
import { useTexts } from "../../i18n/use-texts";
import { imageIn, isAlt, type Shop } from "./shops";

/** The address that shows an image here: in a frame requests need a token, which an image element cannot send. */
function useSource(address: string) {
  const token = frameToken();
  const [source, setSource] = useState<string>();
  const [isFailed, setFailed] = useState(false);
  useEffect(() => {
    setFailed(false);
    if (!token) return;
    const stop = new AbortController();
    let own: string | undefined;
    const load = async () => {
      const headers = { Authorization: `Bearer ${token}` };
      const answer = await fetch(address, { headers, signal: stop.signal });
      if (!answer.ok) throw new Error(`${answer.status}`);
      own = URL.createObjectURL(await answer.blob());
      if (stop.signal.aborted) URL.revokeObjectURL(own);
      else setSource(own);
    };
    load().catch(() => stop.signal.aborted || setFailed(true));
    return () => {
      stop.abort();
      if (own) URL.revokeObjectURL(own);
    };
  }, [address, token]);
  return { source: token ? source : address, isFailed, onError: () => setFailed(true) };
}

/** An image of an item. It keeps its place while it loads, and when the shop does not have it any more. */
export function ShopImage({ address, title }: { address: string; title: string }) {
  const { t } = useTexts("shops");
  const { source, isFailed, onError } = useSource(address);
  if (isFailed) {
    return (
      <div className="shop-image" role="img" aria-label={t("shops.image.gone")}>
        <Icon name="offline" size={24} />
      </div>
    );
  }
  return (
    <div className="shop-image">
      {source && (
        <img
          src={source}
          alt={t("shops.image.of", { title })}
          width={112}
          height={112}
          loading="lazy"
          decoding="async"
          onError={onError}
        />
      )}
    </div>
  );
}

type Props = {
  shop: Shop;
  /** The item, and the field that is shown. */
  of: { kind: string; item: string; title: string; field: string };
  /** Whether the shop has the image; unknown if absent. */
  isThere?: boolean;
  children: ReactNode;
};

/** The texts of a field; those that describe an image are beside it. */
export function WithImage({ shop, of: { kind, item, title, field }, isThere = true, children }: Props) {
  if (!isAlt(field) || !isThere) return children;
  return (
    <div className="shop-illustrated">
      <ShopImage address={imageIn(shop, kind, item, field)} title={title} />
      <div>{children}</div>
    </div>
  );
}
