import { Lines, Paper, usePictured } from "./parts";

export function SearchHit() {
  const t = usePictured();
  return (
    <Paper>
      <small className="pic-site">
        <span className="pic-face is-small" /> {t("pictures.site")}
      </small>
      <b className="is-title">{t("pictures.hit.title")}</b>
      <p>{t("pictures.hit.text")}</p>
      <Lines of={[60]} />
    </Paper>
  );
}

export function Faq() {
  const t = usePictured();
  return (
    <Paper className="is-rows">
      <div className="pic-question">
        <b>{t("pictures.faq.one")}</b>
        <i>–</i>
        <p>{t("pictures.faq.answer")}</p>
      </div>
      <div className="pic-question">
        <b>{t("pictures.faq.two")}</b>
        <i>+</i>
      </div>
      <Lines of={[70]} />
    </Paper>
  );
}

export function Titles() {
  const t = usePictured();
  const titles = [t("pictures.titles.one"), t("pictures.titles.two"), t("pictures.titles.three")];
  return (
    <Paper className="is-rows">
      {titles.map((title) => (
        <b key={title} className="pic-idea">
          {title}
        </b>
      ))}
    </Paper>
  );
}

export function Intro() {
  const t = usePictured();
  return (
    <Paper>
      <b className="is-printed">{t("pictures.article.title")}</b>
      <p className="is-marked">{t("pictures.article.intro")}</p>
      <Lines of={[96, 88, 60]} />
    </Paper>
  );
}

export function Outline() {
  const t = usePictured();
  return (
    <Paper>
      <b className="is-printed">{t("pictures.article.title")}</b>
      <p className="pic-level">{t("pictures.article.two")}</p>
      <p className="pic-level is-deep">{t("pictures.article.three")}</p>
      <p className="pic-level is-deep">{t("pictures.article.four")}</p>
    </Paper>
  );
}

export function Longer() {
  const t = usePictured();
  return (
    <Paper>
      <p className="pic-chip">{t("pictures.rewrite.short")}</p>
      <p className="is-printed">{t("pictures.article.intro")}</p>
      <Lines of={[94, 98, 90, 55]} />
    </Paper>
  );
}

export function OtherWords() {
  const t = usePictured();
  return (
    <Paper>
      <p>
        <s>{t("pictures.rewrite.before")}</s>
      </p>
      <p className="is-printed">
        {t("pictures.rewrite.kept")} <mark>{t("pictures.rewrite.after")}</mark>
      </p>
      <Lines of={[85, 60]} />
    </Paper>
  );
}

export function Summary() {
  const t = usePictured();
  const points = [t("pictures.summary.one"), t("pictures.summary.two"), t("pictures.summary.three")];
  return (
    <Paper className="is-halves">
      <div>
        <Lines of={[100, 92, 98, 88, 96, 90, 60]} />
      </div>
      <ul>
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </Paper>
  );
}

export function Pair() {
  const t = usePictured();
  return (
    <Paper className="is-halves">
      <div>
        <p className="is-printed">{t("pictures.pair.from")}</p>
        <Lines of={[90, 70]} />
      </div>
      <div>
        <p className="is-printed is-ink">{t("pictures.pair.to")}</p>
        <Lines of={[80, 92]} />
      </div>
    </Paper>
  );
}

export function Podcast() {
  const t = usePictured();
  return (
    <Paper>
      <div className="pic-video">
        <span className="pic-play is-round" />
        <b>{t("pictures.podcast")}</b>
      </div>
      <span className="pic-wave" />
      <Lines of={[92, 80, 50]} />
    </Paper>
  );
}

export function Letter() {
  const t = usePictured();
  return (
    <Paper className="is-letter">
      <p className="is-printed">{t("pictures.letter.hello")}</p>
      <p className="is-printed">{t("pictures.letter.line")}</p>
      <Lines of={[98, 92, 70]} />
      <p className="is-printed is-end">{t("pictures.letter.sign")}</p>
    </Paper>
  );
}

export function Job() {
  const t = usePictured();
  return (
    <Paper>
      <b className="is-title">{t("pictures.job.title")}</b>
      <p>
        <span className="pic-chip">{t("pictures.job.place")}</span>{" "}
        <span className="pic-chip">{t("pictures.job.pay")}</span>
      </p>
      <p className="pic-level">{t("pictures.job.one")}</p>
      <Lines of={[88, 66]} />
    </Paper>
  );
}
