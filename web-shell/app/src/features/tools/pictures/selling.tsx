import { Author, Lines, Paper, Photo, usePictured } from "./parts";

export function Product() {
  const t = usePictured();
  return (
    <Paper className="is-beside">
      <Photo className="is-square" />
      <div>
        <b>{t("pictures.product.name")}</b>
        <p className="is-printed is-price">{t("pictures.product.price")}</p>
        <p className="pic-level">{t("pictures.product.one")}</p>
        <p className="pic-level">{t("pictures.product.two")}</p>
      </div>
    </Paper>
  );
}

export function Listing() {
  const t = usePictured();
  return (
    <Paper className="is-beside">
      <Photo className="is-square" />
      <div>
        <b>{t("pictures.product.name")}</b>
        <p className="is-stars">★★★★★</p>
        <ul>
          <li>{t("pictures.product.one")}</li>
          <li>{t("pictures.product.two")}</li>
          <li>{t("pictures.product.three")}</li>
        </ul>
      </div>
    </Paper>
  );
}

export function Range() {
  const t = usePictured();
  return (
    <Paper>
      <b>{t("pictures.range")}</b>
      <Lines of={[94, 64]} />
      <div className="pic-tiles">
        <Photo />
        <Photo />
        <Photo />
      </div>
    </Paper>
  );
}

export function Alternative() {
  const t = usePictured();
  return (
    <Paper>
      <Photo className="is-wide" />
      <p>
        <span className="pic-chip">alt</span> {t("pictures.alt")}
      </p>
    </Paper>
  );
}

/** Texts of a shop that wait for a decision. */
export function ShopRows() {
  const t = usePictured();
  const names = [t("pictures.product.name"), t("pictures.range"), t("pictures.ideas.three")];
  return (
    <Paper className="is-rows">
      {names.map((name) => (
        <div key={name} className="pic-shop-row">
          <Photo />
          <span>{name}</span>
          <i>✓</i>
        </div>
      ))}
    </Paper>
  );
}

export function Message() {
  const t = usePictured();
  return (
    <Paper>
      <div className="pic-subject">
        <Author name={t("pictures.mail.subject")} note={t("pictures.brand")} />
      </div>
      <p>{t("pictures.mail.hello")}</p>
      <p>{t("pictures.mail.line")}</p>
      <Lines of={[86, 50]} />
    </Paper>
  );
}

export function Issue() {
  const t = usePictured();
  return (
    <Paper className="is-issue">
      <b className="is-printed">{t("pictures.issue.title")}</b>
      <div className="is-halves">
        <div>
          <b>{t("pictures.issue.one")}</b>
          <Lines of={[96, 80]} />
        </div>
        <div>
          <b>{t("pictures.issue.two")}</b>
          <Lines of={[88, 94]} />
        </div>
      </div>
    </Paper>
  );
}

export function SearchAd() {
  const t = usePictured();
  return (
    <Paper>
      <small>
        <b>{t("pictures.ad")}</b> · {t("pictures.site")}
      </small>
      <b className="is-title">{t("pictures.promo.title")}</b>
      <p>{t("pictures.promo.text")}</p>
      <p className="is-ink">{t("pictures.promo.links")}</p>
    </Paper>
  );
}

export function FeedAd() {
  const t = usePictured();
  return (
    <Paper>
      <Author name={t("pictures.brand")} note={t("pictures.ad")} />
      <Photo className="is-band" />
      <div className="pic-call">
        <b>{t("pictures.promo.text")}</b>
        <span>{t("pictures.promo.button")}</span>
      </div>
    </Paper>
  );
}

/** Advertisements for several platforms at once. */
export function Ads() {
  const t = usePictured();
  return (
    <div className="pic-fan">
      <Paper>
        <small>Google</small>
        <b className="is-title">{t("pictures.promo.button")}</b>
        <Lines of={[90, 60]} />
      </Paper>
      <Paper>
        <Author name={t("pictures.brand")} note={t("pictures.ad")} />
        <Photo className="is-band" />
      </Paper>
      <Paper>
        <small>LinkedIn</small>
        <Lines of={[80, 90]} />
        <Photo className="is-band" />
      </Paper>
    </div>
  );
}
