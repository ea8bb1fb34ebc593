/** The grammar of WIT, which highlight.js does not include. */
export const wit = (hljs) => ({
  name: "WIT",
  keywords: {
    $pattern: /[a-z][a-z0-9-]*/,
    keyword:
      "package interface world import export use type record enum variant flags resource func static include",
    type: "u8 u16 u32 u64 s8 s16 s32 s64 f32 f64 bool char string list option result tuple",
  },
  contains: [hljs.COMMENT("///?", "$"), { className: "number", begin: /@?\d+(\.\d+)+/ }],
});
