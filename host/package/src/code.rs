//! Every reason to refuse a package, by a stable code. The sentence to a code is the reader's: the host keeps one in
//! each language, with the values that stand behind the code here.

use serde::{Serialize, Serializer};

macro_rules! codes {
    ($($(#[$about:meta])* $name:ident $code:literal [$($value:literal),*];)*) => {
        /// Why a package is refused.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code { $($(#[$about])* $name),* }

        impl Code {
            pub const ALL: &'static [Code] = &[$(Code::$name),*];

            /// The stable name.
            pub fn as_str(self) -> &'static str {
                match self { $(Code::$name => $code),* }
            }

            /// The values that a problem with this code carries.
            pub fn values(self) -> &'static [&'static str] {
                match self { $(Code::$name => &[$($value),*]),* }
            }
        }
    };
}

codes! {
    // The file
    FileTooLarge "package.file-too-large" ["max_mb"];
    NotAZip "package.not-a-zip" [];
    ArchiveDamaged "package.archive-damaged" [];
    /// Bytes that belong to no entry, where another reader could find something else.
    HiddenBytes "package.hidden-bytes" [];
    EntriesOverlap "package.entries-overlap" [];
    TooManyFiles "package.too-many-files" ["max"];
    TotalTooLarge "package.total-too-large" ["max_mb"];

    // One entry of it
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

    // Which files there are
    FileMissing "package.file-missing" [];
    FileUnknown "package.file-unknown" [];
    FileUnlisted "package.file-unlisted" [];
    FileAbsent "package.file-absent" [];
    SizeWrong "package.size-wrong" [];
    DigestWrong "package.digest-wrong" [];
    FormatUnknown "package.format-unknown" ["known"];

    // What any of them may hold
    NotText "package.not-text" [];
    JsonMalformed "package.json-malformed" ["line"];
    JsonTooDeep "package.json-too-deep" ["max"];
    TomlMalformed "package.toml-malformed" ["line"];
    FieldMissing "package.field-missing" [];
    FieldUnknown "package.field-unknown" ["known"];
    FieldType "package.field-type" ["wanted"];
    Markup "package.markup" ["found"];
    /// A character that is not seen, or that turns round what stands behind it.
    TextHidden "package.text-hidden" ["found"];
    TextTooLong "package.text-too-long" ["max"];
    TextEmpty "package.text-empty" [];

    // plugin.toml
    IdMalformed "package.id-malformed" ["max"];
    VersionMalformed "package.version-malformed" [];
    PublisherMalformed "package.publisher-malformed" ["max"];
    CategoryUnknown "package.category-unknown" ["known"];
    WordsTooMany "package.words-too-many" ["max"];
    /// The component asks the model, and a usual run is said to take nothing.
    WordsZero "package.words-zero" [];
    NeedsModelUnknown "package.needs-model-unknown" ["known"];
    ModuleMalformed "package.module-malformed" ["max"];
    SearchTerms "package.search-terms" ["terms", "max"];
    PermissionUnknown "package.permission-unknown" ["known"];
    PermissionTwice "package.permission-twice" [];
    HostMalformed "package.host-malformed" ["max"];
    HostsWithoutHttp "package.hosts-without-http" [];
    ConnectionMalformed "package.connection-malformed" ["max"];

    // component.wasm
    ComponentMalformed "package.component-malformed" ["offset"];
    ComponentIsModule "package.component-is-module" [];
    ComponentNotWasm "package.component-not-wasm" [];
    ContractUnknown "package.contract-unknown" ["known"];
    ExportMissing "package.export-missing" ["export"];
    ImportUnknown "package.import-unknown" ["import"];
    ImportNotPermitted "package.import-not-permitted" ["permission"];
    PermissionUnused "package.permission-unused" ["permission"];
    // What a compiler would take too long for
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
    /// Compiling it took more time or memory than there is for it.
    ComponentTooCostly "package.component-too-costly" ["limit"];
    /// The engine, which looks closer than this crate, does not take it.
    ComponentRefused "package.component-refused" ["why"];

    // template.toml
    /// A component and a template, of which only one can run.
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

    // a page of its own
    PageMissing "package.page-missing" [];
    /// A script, a style or a handler that stands in the page rather than in a file.
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
