import { Author, Lines, Paper, Photo, usePictured } from "./parts";

export function FacebookPost() {
  const t = usePictured();
  return (
    <Paper>
      <Author name={t("pictures.brand")} note="Facebook" />
      <p>{t("pictures.post.line")}</p>
      <Photo className="is-wide" />
    </Paper>
  );
}

export function LinkedinPost() {
  const t = usePictured();
  return (
    <Paper>
      <Author name={t("pictures.person")} note={t("pictures.role")} />
      <p>{t("pictures.post.line")}</p>
      <p>{t("pictures.post.more")}</p>
      <Lines of={[92, 70]} />
    </Paper>
  );
}

export function Thread() {
  const t = usePictured();
  return (
    <Paper className="is-thread">
      <Author name={t("pictures.brand")} note="@lipa" />
      <p>{t("pictures.post.thread")}</p>
      <Author name={t("pictures.brand")} note="2/3" />
    </Paper>
  );
}

export function InstagramPost() {
  const t = usePictured();
  return (
    <Paper className="is-beside">
      <Photo className="is-square" />
      <div>
        <b>{t("pictures.brand")}</b>
        <p>{t("pictures.post.more")}</p>
        <p className="is-ink">{t("pictures.post.tags")}</p>
        <Lines of={[80, 50]} />
      </div>
    </Paper>
  );
}

/** Ideas for videos, with pictures upright or across. */
export function Videos({ isUpright = false }: { isUpright?: boolean }) {
  const t = usePictured();
  const titles = [t("pictures.ideas.one"), t("pictures.ideas.two"), t("pictures.ideas.three")];
  return (
    <Paper className={isUpright ? "is-upright" : "is-rows"}>
      {titles.map((title) => (
        <div key={title} className="pic-video">
          <span className="pic-play" />
          <span>{title}</span>
        </div>
      ))}
    </Paper>
  );
}

export function Profile({ isCompany = false }: { isCompany?: boolean }) {
  const t = usePictured();
  return (
    <Paper className="is-profile">
      <span className={isCompany ? "pic-face is-large is-company" : "pic-face is-large"} />
      <b>{t(isCompany ? "pictures.brand" : "pictures.person")}</b>
      <p>{t(isCompany ? "pictures.bio.company" : "pictures.bio.person")}</p>
    </Paper>
  );
}

/** Posts for several networks at once. */
export function Posts() {
  const t = usePictured();
  return (
    <div className="pic-fan">
      <Paper>
        <Author name="Facebook" note="" />
        <Lines of={[90, 60]} />
      </Paper>
      <Paper>
        <Author name="LinkedIn" note="" />
        <Lines of={[80, 90]} />
      </Paper>
      <Paper>
        <Author name="X" note="" />
        <p>{t("pictures.post.more")}</p>
      </Paper>
    </div>
  );
}
