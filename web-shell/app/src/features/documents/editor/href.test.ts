import { expect, test } from "vitest";
import { hrefOf } from "./href";

test.each([
  ["https://example.com/a_b?c=1", "https://example.com/a_b?c=1"],
  [" http://localhost:3000 ", "http://localhost:3000"],
  ["piekarnia.pl", "https://piekarnia.pl"],
  ["www.żółw.com.pl/chleb żytni", null],
  ["www.żółw.com.pl/chleb#cena", "https://www.żółw.com.pl/chleb#cena"],
  ["biuro@piekarnia.pl", "mailto:biuro@piekarnia.pl"],
  ["mailto:biuro@piekarnia.pl", "mailto:biuro@piekarnia.pl"],
  ["tel:+48 600 100 200", "tel:+48600100200"],
  ["/cennik?od=1#chleb", "/cennik?od=1#chleb"],
  ["#cennik", "#cennik"],
  ["//example.com", null],
  ["/a b", null],
  ["bla bla", null],
  ["bla", null],
  ["javascript:alert(1)", null],
  ["JavaScript://example.com/%0aalert(1)", null],
  ["data:text/html,x", null],
  ["https://", null],
  ["https://bla bla.pl", null],
  ["", null],
])("%j as the address of a link: %j", (typed, href) => {
  expect(hrefOf(typed)).toBe(href);
});
