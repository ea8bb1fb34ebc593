import type { ReactNode } from "react";
import type { Language, Texts } from "../texts";
import { Cookies } from "./cookies";
import { Footer } from "./footer";
import { Header } from "./header";

/** What every page gets. */
export type Page = {
  language: Language;
  texts: Texts;
  /** The address of a page in the language, such as `href("pricing")`. */
  href: (page: string, params?: Record<string, string>) => string;
};

/** The body of a page: navigation, content, footer. */
export function Body({ children, ...page }: Page & { children: ReactNode }) {
  const { frame } = page.texts;
  return (
    <>
      <a className="skip" href="#content">
        {frame.skip}
      </a>
      <Header {...page} />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <Footer {...page} />
      <Cookies texts={frame} />
    </>
  );
}
