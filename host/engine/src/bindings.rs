//! The Rust side of `wit/plugin.wit`. Nothing outside this crate sees these types:
//! `contract.rs` and `outside.rs` turn them into plain ones.

wasmtime::component::bindgen!({
    path: "../../wit",
    // All that a component may import; each takes what it wants of it.
    inline: "
        package sitewright:host;
        world everything {
            include sitewright:plugin/generator@0.1.0;
            include sitewright:plugin/integration@0.1.0;
            include sitewright:plugin/researcher@0.1.0;
        }
    ",
    world: "sitewright:host/everything",
    imports: {
        // These answer in milliseconds or seconds, so their calls suspend the guest; the others answer at once.
        "sitewright:plugin/model": async | trappable,
        "sitewright:plugin/http": async | trappable,
        "sitewright:plugin/search": async | trappable,
        "sitewright:plugin/store": async | trappable,
        "sitewright:plugin/web": async | trappable,
        default: trappable,
    },
    exports: { default: async },
});
