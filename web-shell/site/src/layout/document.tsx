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

/**
 * A link into the application. Robots may not read it, so the address is that of the sign-in, which leads on; the script
 * shortens the way in a browser that is signed in.
 */
export const toApp = ({ href }: Page, to: string) => ({
  href: `${href("login")}?next=${encodeURIComponent(to)}`,
  "data-to": to,
});

/** The body of a page: navigation, content, footer. */
export function Body({ children, ...page }: Page & { children: ReactNode }) {
  const { frame } = page.texts;
  return (
    <>
      <a className="skip" href="#main">
        {frame.skip}
      </a>
      <Header {...page} />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer {...page} />
      <Cookies {...page} />
    </>
  );
}
