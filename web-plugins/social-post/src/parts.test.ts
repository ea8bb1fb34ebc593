import { expect, test } from "vitest";
import { networkOf } from "./networks";
import { handleOf, hashtagsOf, postsOf } from "./parts";

test("a thread is drawn if there is one, a single post otherwise", () => {
  expect(postsOf({ post: "jeden", thread: [] })).toEqual(["jeden"]);
  expect(postsOf({ post: "", thread: ["jeden", "", "dwa"] })).toEqual(["jeden", "dwa"]);
  expect(postsOf({ posts: ["jeden", "dwa"] })).toEqual(["jeden", "dwa"]);
  expect(postsOf({ post: 7 })).toEqual([]);
});

test("hashtags have one sign", () => {
  expect(hashtagsOf({ hashtags: ["bułki", "#chleb", " ", 3] })).toEqual(["#bułki", "#chleb"]);
});

test("a name becomes a handle", () => {
  expect(handleOf("Piekarnia Łąka & Syn")).toBe("piekarnia_laka_syn");
  expect(handleOf("株式会社")).toBe("brand");
});

test("if there is a thread, the single post is shown as a field", () => {
  expect(networkOf("twitter-post").shows({ post: "a", thread: ["b"] })).toEqual(["thread"]);
  expect(networkOf("twitter-post").shows({ post: "a", thread: [] })).toEqual(["post"]);
  expect(networkOf("twitter-post").shows({ posts: ["b"] })).toEqual(["posts"]);
  expect(networkOf("tiktok-ideas").needs).toEqual([]);
});
