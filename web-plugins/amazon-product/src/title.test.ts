import { expect, test } from "vitest";
import { titleOn } from "./title";

test("a phone cuts a title after about 80 characters, a wide window does not", () => {
  const title =
    "Piekarnia Łąka Chleb żytni na zakwasie 800 g – pieczony na kamieniu, bez drożdży, dla całej rodziny";
  expect(titleOn("desktop", title)).toEqual({ text: title, isCut: false });
  const { text, isCut } = titleOn("mobile", title);
  expect(isCut).toBe(true);
  expect(text).toBe("Piekarnia Łąka Chleb żytni na zakwasie 800 g – pieczony na kamieniu, bez…");
  expect(titleOn("mobile", "Chleb żytni")).toEqual({ text: "Chleb żytni", isCut: false });
});
