//! The stable codes of all reasons to refuse a package. The host has the message of each code in each language; it
//! takes the values that are listed after the code here.

use serde::{Serialize, Serializer};

macro_rules! codes {
    ($($(#[$about:meta])* $name:ident $code:literal [$($value:literal),*];)*) => {
        /// Why a package is refused.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code { $($(#[$about])* $name),* }

        impl Code {
            pub const ALL: &'static [Code] = &[$(Code::$name),*];

            /// The stable code.
            pub fn as_str(self) -> &'static str {
                match self { $(Code::$name => $code),* }
            }

            /// The values in the message of this code.
            pub fn values(self) -> &'static [&'static str] {
                match self { $(Code::$name => &[$($value),*]),* }
            }
        }
    };
}

codes! {
    // The package file
    FileTooLarge "package.file-too-large" ["max_mb"];
    NotAZip "package.not-a-zip" [];
    ArchiveDamaged "package.archive-damaged" [];
    /// Bytes that belong to no entry; another reader could interpret them.
    HiddenBytes "package.hidden-bytes" [];
    EntriesOverlap "package.entries-overlap" [];
    TooManyFiles "package.too-many-files" ["max"];
    TotalTooLarge "package.total-too-large" ["max_mb"];

    // One entry of the archive
    EntryDisagrees "package.entry-disagrees" [];
    EntryEncrypted "package.entry-encrypted" [];
    EntryMethod "package.entry-method" [];
    /// A symbolic link, a folder, a device.
    EntryNotAFile "package.entry-not-a-file" [];
    EntryDamaged "package.entry-damaged" [];
    EntryTooLarge "package.entry-too-large" ["max_kb"];
    EntryBomb "package.entry-bomb" ["max"];
    NameUnsafe "package.name-unsafe" [];
    NameTwice "package.name-twice" [];
    NameCase "package.name-case" ["other"];

    // The list of files
    FileMissing "package.file-missing" [];
    FileUnknown "package.file-unknown" [];
    FileUnlisted "package.file-unlisted" [];
    FileAbsent "package.file-absent" [];
    SizeWrong "package.size-wrong" [];
    DigestWrong "package.digest-wrong" [];
    FormatUnknown "package.format-unknown" ["known"];

    // Any file
    NotText "package.not-text" [];
    JsonMalformed "package.json-malformed" ["line"];
    JsonTooDeep "package.json-too-deep" ["max"];
    TomlMalformed "package.toml-malformed" ["line"];
    FieldMissing "package.field-missing" [];
    FieldUnknown "package.field-unknown" ["known"];
    FieldType "package.field-type" ["wanted"];
    Markup "package.markup" ["found"];
    /// An invisible character, or one that changes the direction of the following text.
    TextHidden "package.text-hidden" ["found"];
    TextTooLong "package.text-too-long" ["max"];
    TextEmpty "package.text-empty" [];

    // plugin.toml
    IdMalformed "package.id-malformed" ["max"];
    VersionMalformed "package.version-malformed" [];
    PublisherMalformed "package.publisher-malformed" ["max"];
    CategoryUnknown "package.category-unknown" ["known"];
    /// A rule pack has a category of its own, which tools do not have.
    CategoryOfPacks "package.category-of-packs" [];
    WordsTooMany "package.words-too-many" ["max"];
    /// The component calls the model, but the manifest states 0 words for a usual run.
    WordsZero "package.words-zero" [];
    NeedsModelUnknown "package.needs-model-unknown" ["known"];
    ModuleMalformed "package.module-malformed" ["max"];
    SearchTerms "package.search-terms" ["terms", "max"];
    PermissionUnknown "package.permission-unknown" ["known"];
    PermissionTwice "package.permission-twice" [];
    HostMalformed "package.host-malformed" ["max"];
    HostsWithoutHttp "package.hosts-without-http" [];
    ConnectionMalformed "package.connection-malformed" ["max"];
    RecipeMalformed "package.recipe-malformed" ["max"];

    // component.wasm
    ComponentMalformed "package.component-malformed" ["offset"];
    ComponentIsModule "package.component-is-module" [];
    ComponentNotWasm "package.component-not-wasm" [];
    ContractUnknown "package.contract-unknown" ["known"];
    ExportMissing "package.export-missing" ["export"];
    ImportUnknown "package.import-unknown" ["import"];
    ImportNotPermitted "package.import-not-permitted" ["permission"];
    PermissionUnused "package.permission-unused" ["permission"];
    // Limits on the compiler's work
    ComponentModules "package.component-modules" ["max"];
    ComponentNested "package.component-nested" ["max"];
    ComponentFunctions "package.component-functions" ["max"];
    ComponentFunctionSize "package.component-function-size" ["max"];
    ComponentLocals "package.component-locals" ["max"];
    ComponentBranches "package.component-branches" ["max"];
    ComponentNesting "package.component-nesting" ["max"];
    ComponentSignature "package.component-signature" ["max"];
    ComponentFunctionWork "package.component-function-work" ["max"];
    ComponentWork "package.component-work" ["max"];
    ComponentEntries "package.component-entries" ["max"];
    ComponentInterface "package.component-interface" ["max"];
    /// Compiling it exceeded a limit of time or memory.
    ComponentTooCostly "package.component-too-costly" ["limit"];
    /// The engine, whose checks are stricter than this crate's, refuses it.
    ComponentRefused "package.component-refused" ["why"];

    // template.toml and rules.toml
    /// More than one of a component, a template and rules; only one can run.
    ProgramTwice "package.program-twice" [];
    TemplateId "package.template-id" ["max"];
    TemplateIdTaken "package.template-id-taken" [];
    ValueUnknown "package.value-unknown" ["known"];
    CountWrong "package.count-wrong" ["min", "max"];
    NumberWrong "package.number-wrong" ["min", "max"];
    RangeEmpty "package.range-empty" [];
    NotForThis "package.not-for-this" ["kind"];
    SubjectWrong "package.subject-wrong" [];
    TitleWrong "package.title-wrong" [];
    PlaceholderUnknown "package.placeholder-unknown" ["placeholder"];
    PlaceholderEmpty "package.placeholder-empty" ["placeholder"];
    NeedsModelWrong "package.needs-model-wrong" ["wanted"];

    // The conditions of rules.toml
    RuleId "package.rule-id" ["max"];
    RuleIdTaken "package.rule-id-taken" [];
    ParameterName "package.parameter-name" ["max"];
    ConditionUnexpected "package.condition-unexpected" ["found", "wanted"];
    ConditionColumn "package.condition-column" ["column", "table", "known"];
    ConditionTable "package.condition-table" ["table", "known"];
    ConditionParameter "package.condition-parameter" ["parameter", "known"];
    ConditionType "package.condition-type" ["part", "is", "wanted"];
    ConditionTooLarge "package.condition-too-large" ["chars", "parts", "depth"];
    /// A rule without a condition and without rows finds nothing.
    ConditionMissing "package.condition-missing" [];
    ValueMissing "package.value-missing" ["placeholder"];
    Backtick "package.backtick" [];
    FixesDiffer "package.fixes-differ" [];

    // texts, descriptions, schemas
    TextMissing "package.text-missing" ["other"];
    TextType "package.text-type" [];
    SchemaTooLarge "package.schema-too-large" ["max_kb"];
    SchemaTooDeep "package.schema-too-deep" ["max"];
    SchemaTooManyFields "package.schema-too-many-fields" ["max"];
    SchemaMalformed "package.schema-malformed" [];
    SchemaNotAnObject "package.schema-not-an-object" [];
    SchemaKeyword "package.schema-keyword" ["keyword"];
    SchemaDiffers "package.schema-differs" ["other"];
    DescribeDiffers "package.describe-differs" [];

    // examples
    ExampleMissing "package.example-missing" [];
    ExampleUnfit "package.example-unfit" ["rule"];
    ExampleLanguage "package.example-language" ["known"];
    ExampleDiffers "package.example-differs" [];

    // icon, licence, UI module
    IconMalformed "package.icon-malformed" [];
    IconElement "package.icon-element" ["element"];
    IconAttribute "package.icon-attribute" ["attribute"];
    IconOutside "package.icon-outside" ["attribute"];
    LicenseMissing "package.license-missing" [];
    UiTooLarge "package.ui-too-large" ["max_kb"];
    UiFileKind "package.ui-file-kind" [];
    UiEntryMissing "package.ui-entry-missing" [];

    // The tool's own page
    PageMissing "package.page-missing" [];
    /// An inline script, style or event handler.
    PageInline "package.page-inline" ["found", "line"];
    PageAddress "package.page-address" ["address", "line"];
    PageElement "package.page-element" ["element", "line"];

    // signature
    Unsigned "package.unsigned" [];
    SignatureMalformed "package.signature-malformed" [];
    SignatureForged "package.signature-forged" [];
    SignerUnknown "package.signer-unknown" [];
    SignerOther "package.signer-other" ["signer"];
    SignerRevoked "package.signer-revoked" ["signer"];
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}
