import { usePageLanguage } from "../i18n/use-texts";

const files = import.meta.glob<string>(
  "../../../../node_modules/country-flag-icons/3x2/{AZ,BA,BD,BG,CN,CZ,DE,DK,EE,ES,FI,FR,GB,GE,GR,HR,HU,ID,IL,IN,IS,IT,JP,KE,KR,KZ,LK,LT,LV,MK,MT,MY,NL,NO,PH,PK,PL,PT,RO,RS,RU,SA,SE,SI,SK,TH,TR,TW,UA,VN,ZA}.svg",
  { query: "?url", import: "default", eager: true },
);

/** The country of a language's flag, if it is not the one where most of its speakers live. */
const COUNTRY: Record<string, string> = { ar: "SA", en: "GB", pt: "PT", sw: "KE" };

/** The flag of a project's language, with the language's name for screen readers. */
export function Flag({ language }: { language: string }) {
  const name = new Intl.DisplayNames([usePageLanguage()], { type: "language" }).of(language) ?? language;
  const country = COUNTRY[language] ?? new Intl.Locale(language).maximize().region;
  const file = Object.entries(files).find(([path]) => path.endsWith(`/${country}.svg`))?.[1];
  if (!file) return <span className="sw-flag">{language}</span>;
  return <img src={file} alt={name} width={21} height={14} className="sw-flag" />;
}
