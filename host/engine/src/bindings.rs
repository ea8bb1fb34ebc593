//! The Rust side of `wit/plugin.wit`. The host uses its plain records directly; `contract.rs` and `calls` convert the
//! others, which have another form in recordings.

wasmtime::component::bindgen!({
    path: "../../wit",
    // All interfaces that a component may import; each component imports a subset.
    inline: "
        package sitewright:host;
        world everything {
            include sitewright:plugin/generator@0.1.0;
            include sitewright:plugin/integration@0.1.0;
            include sitewright:plugin/researcher@0.1.0;
            include sitewright:plugin/rule-pack@0.1.0;
            include sitewright:plugin/shop-system@0.1.0;
            export sitewright:plugin/shop-application@0.1.0;
            export sitewright:plugin/shop-messages@0.1.0;
        }
    ",
    world: "sitewright:host/everything",
    imports: {
        // These answer in milliseconds or seconds, so their calls suspend the guest; the others return immediately.
        "sitewright:plugin/model": async | trappable,
        "sitewright:plugin/http": async | trappable,
        "sitewright:plugin/search": async | trappable,
        "sitewright:plugin/store": async | trappable,
        "sitewright:plugin/web": async | trappable,
        "sitewright:plugin/crawl": async | trappable,
        default: trappable,
    },
    exports: { default: async },
    additional_derives: [PartialEq, serde::Serialize, serde::Deserialize],
});
