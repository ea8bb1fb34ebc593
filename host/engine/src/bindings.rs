//! The Rust side of `wit/plugin.wit`. Nothing outside this crate sees these types:
//! `contract.rs` turns them into plain ones.

wasmtime::component::bindgen!({
    path: "../../wit",
    world: "generator",
    imports: {
        // The model answers in seconds, so its calls suspend the guest; the others answer at once.
        "sitewright:plugin/model": async | trappable,
        default: trappable,
    },
    exports: { default: async },
});
