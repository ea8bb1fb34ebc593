const files = import.meta.glob<string>(
  "../../../../node_modules/country-flag-icons/3x2/{AZ,BA,BD,BG,CN,CZ,DE,DK,EE,ES,FI,FR,GB,GE,GR,HR,HU,ID,IL,IN,IS,IT,JP,KE,KR,KZ,LK,LT,LV,MK,MT,MY,NL,NO,PH,PK,PL,PT,RO,RS,RU,SA,SE,SI,SK,TH,TR,TW,UA,VN,ZA}.svg",
  { query: "?url", import: "default", eager: true },
);

/** The country whose flag stands for a language, where its code is not the language's own. */
const COUNTRY: Record<string, string> = {
  af: "ZA",
  ar: "SA",
  bn: "BD",
  bs: "BA",
  ca: "ES",
  cs: "CZ",
  da: "DK",
  el: "GR",
  en: "GB",
  et: "EE",
  he: "IL",
  hi: "IN",
  ja: "JP",
  ka: "GE",
  kk: "KZ",
  ko: "KR",
  ms: "MY",
  nb: "NO",
  si: "LK",
  sl: "SI",
  sr: "RS",
  sv: "SE",
  sw: "KE",
  tl: "PH",
  uk: "UA",
  ur: "PK",
  vi: "VN",
  "zh-CN": "CN",
  "zh-TW": "TW",
};

/** The flag of a project's language, with the language's name for those who do not see it. */
export function Flag({ language, name }: { language: string; name: string }) {
  const country = COUNTRY[language] ?? language.slice(0, 2).toUpperCase();
  const file = Object.entries(files).find(([path]) => path.endsWith(`/${country}.svg`))?.[1];
  if (!file) return <span className="sw-flag">{language}</span>;
  return <img src={file} alt={name} width={21} height={14} className="sw-flag" />;
}
