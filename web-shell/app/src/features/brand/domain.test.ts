import { expect, test } from "vitest";
import { domainOf } from "./domain";

test.each([
  ["Example.com", "example.com"],
  [" https://www.example.com/offer?page=2#top", "example.com"],
  ["example.com:8080", "example.com"],
  ["www.pl", "www.pl"],
  ["żółw.pl", "xn--w-uga1v8h.pl"],
  ["javascript:alert(1)", null],
  ["ftp://example.com", null],
  ["ada@example.com", null],
  ["10.0.0.1", null],
  ["http://127.0.0.1:8080/", null],
  ["localhost", null],
  ["my site.pl", null],
  ["", null],
])("the domain of %j", (address, domain) => {
  expect(domainOf(address)).toBe(domain);
});
