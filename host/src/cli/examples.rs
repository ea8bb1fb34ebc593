//! Example commands, shown below the help of each; a test checks that the program accepts them.

macro_rules! examples {
    ($($name:ident: $($line:literal)+;)*) => {
        $(pub const $name: &str = concat!("Examples:", $("\n  ", $line),+);)*
    };
}

examples! {
    TOP:
        "sitewright serve --login-link"
        "sitewright tool run facebook-post --example --language pl"
        "sitewright audit https://www.example.com"
        "sitewright plugin new my-tool";
    SERVE:
        "sitewright serve --login-link"
        "sitewright serve --help-settings"
        "SITEWRIGHT_LISTEN=0.0.0.0:8080 SITEWRIGHT_DATA=/var/lib/sitewright sitewright serve";
    MIGRATE:
        "sitewright migrate"
        "DATABASE_URL=postgres://user:password@localhost/sitewright sitewright migrate";
    OPENAPI:
        "sitewright openapi > openapi.json";
    COMPLETION:
        "sitewright completion bash > ~/.local/share/bash-completion/completions/sitewright"
        "sitewright completion zsh > ~/.zfunc/_sitewright"
        "sitewright completion fish > ~/.config/fish/completions/sitewright.fish";
    MAN:
        "sitewright man | man -l -"
        "sitewright man ~/.local/share/man/man1";
    VERSION:
        "sitewright version"
        "sitewright version --json";
    AUDIT:
        "sitewright audit https://www.example.com --pages 100"
        "sitewright audit https://staging.example.com --fail-on error --basic-from STAGING_LOGIN"
        "sitewright audit http://localhost:3000 --format sarif --output audit.sarif"
        "sitewright audit www.example.com --baseline before.json --fail-on warning --format json"
        "sitewright audit www.example.com --list changed.txt --off sec-http-page --language pl"
        "sitewright audit http://localhost:3000 --pack my-checks-0.1.0.plugin";
    TOOL_LIST:
        "sitewright tool list"
        "sitewright tool list --language pl --json";
    TOOL_SHOW:
        "sitewright tool show facebook-post"
        "sitewright tool show facebook-post --json";
    TOOL_RUN:
        "sitewright tool run facebook-post --example"
        "sitewright tool run facebook-post --example --language pl"
        "sitewright tool run facebook-post --input @order.json --json"
        "echo '{\"topic\": \"Rye bread\"}' | sitewright tool run facebook-post --input -";
    NEW:
        "sitewright plugin new my-tool"
        "sitewright plugin new my-tool --kind rust --publisher my-company"
        "sitewright plugin new my-checks --kind rules"
        "sitewright plugin new my-tool --kind typescript --sdk ../sitewright/plugins/sdk-typescript";
    DEV:
        "sitewright plugin dev my-tool"
        "sitewright plugin dev my-tool --target https://sitewright.example.com";
    BUILD:
        "sitewright plugin build my-tool";
    RUN:
        "sitewright plugin run my-tool --example"
        "sitewright plugin run my-tool --example --language pl"
        "sitewright plugin run my-tool --input '{\"topic\": \"Rye bread\"}'";
    TEST:
        "sitewright plugin test my-tool"
        "sitewright plugin test my-tool --show"
        "sitewright plugin test my-tool --record"
        "sitewright plugin test my-shop --record --shop shop.example.com --secret token=SHOP_TOKEN --write"
        "sitewright plugin test my-tool --update";
    PACK:
        "sitewright plugin pack my-tool"
        "sitewright plugin pack my-tool -o my-tool.plugin";
    KEYGEN:
        "SITEWRIGHT_KEY_PASSWORD=… sitewright plugin keygen my-company"
        "sitewright plugin keygen my-company --no-password";
    SIGN:
        "sitewright plugin sign my-tool.plugin --key my-company.key";
    PROVE:
        "sitewright plugin prove sitewright-publisher:my-company:1f0c --key my-company.key";
    CHECK:
        "sitewright plugin check my-tool"
        "sitewright plugin check my-tool.plugin --trust my-company.pub"
        "sitewright plugin check my-tool.plugin --target https://sitewright.example.com";
    INSTALL:
        "sitewright plugin install my-tool"
        "sitewright plugin install my-tool.plugin";
    PUBLISH:
        "sitewright plugin publish my-tool.plugin --target https://sitewright.example.com"
        "sitewright plugin publish my-tool.plugin --stage all --note 'Shorter titles'";
    REPLAY:
        "sitewright plugin replay 0199c4d2 --save run.json"
        "sitewright plugin replay run.json --version my-tool";
    SDK:
        "sitewright plugin sdk my-tool/sdk";
    INSPECT:
        "sitewright plugin inspect my-tool.plugin"
        "sitewright plugin inspect my-tool --json";
    USER_CREATE:
        "sitewright user create --email anna@example.com --name Anna --link"
        "sitewright user create --email bot@example.com --name Bot --token --json";
}
