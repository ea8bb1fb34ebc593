/**
 * What X turns into a link, with or without "https://": a host that ends in a known top-level domain,
 * then a port, a path and a query. Generic domains are those in common use, country codes are complete.
 */
const GENERIC =
  "academy agency app art asia audio bar beauty bike bio biz blog boutique business cafe camera care careers cat center church city cleaning clinic clothing cloud club coach coffee com community company computer consulting cool coop credit dance deals delivery dental design dev digital direct directory doctor dog earth edu education email energy engineering equipment events expert express family fans farm fashion film finance fish fit fitness flowers fm food foundation fun fund furniture gallery game games garden gift gifts global gmbh golf gov green group guide guru hair health help home hospital host hotel house icu inc info institute insurance int international investments jewelry jobs kids kim kitchen land law legal life limited link live loan lol love ltd management market marketing mba media men mil mobi moda moe money movie museum music name net network news ngo ninja now one ong online org page paris partners parts party pet photo photography photos pics pictures pink pizza plumbing plus press pro productions properties pub radio rent rentals repair report restaurant rest review reviews rocks run sale salon school science security services sex shoes shop shopping show singles site ski social software solar solutions space sport store studio style support surf systems taxi team tech technology tel tips today tools top tours town toys trade training travel tube university vet video villas vin vip vision vote watch web website wedding wiki win wine work works world xyz yoga zone";
const COUNTRIES =
  "ac ad ae af ag ai al am an ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bl bm bn bo bq br bs bt bv bw by bz ca cc cd cf cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg eh er es et eu fi fj fk fm fo fr ga gb gd ge gf gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo jp ke kg kh ki km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me mf mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw sa sb sc sd se sg sh si sj sk sl sm sn so sr ss st su sv sx sy sz tc td tf tg th tj tk tl tm tn to tp tr tt tv tw tz ua ug uk um us uy uz va vc ve vg vi vn vu wf ws ye yt za zm zw";

const either = (list: string) => list.split(" ").join("|");
const LETTER = "\\p{L}\\p{N}";
const LABEL = `[${LETTER}](?:[${LETTER}_-]*[${LETTER}])?`;
const PATH = `[${LETTER}!*';:=+,.$/%#\\[\\]\\u2013_~@|&-]*`;
const BALANCED = `\\(${PATH}\\)`;
const PATH_END = `(?:[${LETTER}=_#/+-]|${BALANCED})`;

export const X_ADDRESS = new RegExp(
  [
    `(?<![${LETTER}@#$＠＃./_-])`,
    `(?:https?://(?:${LABEL}\\.)+\\p{L}{2,}|(?:${LABEL}\\.)+(?:${either(GENERIC)}|${either(COUNTRIES)}))`,
    `(?![${LETTER}@])`,
    "(?::\\d+)?",
    `(?:/(?:(?:${PATH}${BALANCED})*${PATH}${PATH_END})?)?`,
    `(?:\\?[${LETTER}!?*'@();:&=+$/%#\\[\\]_.,~|-]*[${LETTER}&=#/_-])?`,
  ].join(""),
  "giu",
);
