import { usePageLanguage } from "../i18n/use-texts";

/** The flags of the countries that the server knows. */
const files = import.meta.glob<string>(
  "../../../../node_modules/country-flag-icons/3x2/{AE,AR,AT,AU,AZ,BA,BD,BE,BG,BH,BO,BR,CA,CH,CI,CL,CO,CR,CY,CZ,DE,DK,DO,DZ,EC,EE,EG,ES,FI,FR,GB,GE,GH,GR,GT,HK,HN,HR,HU,ID,IE,IL,IN,IS,IT,JO,JP,KE,KR,KW,KZ,LB,LK,LT,LU,LV,MA,MD,ME,MK,MT,MX,MY,NG,NL,NO,NZ,OM,PA,PE,PH,PK,PL,PR,PT,PY,QA,RE,RO,RS,SA,SE,SG,SI,SK,TH,TN,TR,TW,UA,US,UY,VE,VN,ZA}.svg",
  { query: "?url", import: "default", eager: true },
);

type Props = { language: string; country: string | undefined };

/** The language of a project, after the flag of its country if that is known. */
export function Flag({ language, country }: Props) {
  const reader = usePageLanguage();
  const file = country && files[`../../../../node_modules/country-flag-icons/3x2/${country}.svg`];
  const nameOf = (type: "language" | "region", code: string) =>
    new Intl.DisplayNames([reader], { type }).of(code) ?? code;
  const said = nameOf("language", language);
  return (
    <span className="sw-flag-of">
      {file && <img src={file} alt={nameOf("region", country)} width={21} height={14} className="sw-flag" />}
      {said}
    </span>
  );
}
