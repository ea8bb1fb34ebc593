//! Names of elements and attributes, compared as numbers.

/// Declares an enum of names in lower case, found without regard to case.
macro_rules! names {
    ($(#[doc = $doc:literal])+ $kind:ident { $($variant:ident = $name:literal,)+ }) => {
        $(#[doc = $doc])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub enum $kind { $($variant,)+ Other }

        impl $kind {
            pub fn of(name: &str) -> Self {
                let mut lower = [0; 16];
                let Some(lower) = lower.get_mut(..name.len()) else { return Self::Other };
                for (to, from) in lower.iter_mut().zip(name.bytes()) {
                    *to = from.to_ascii_lowercase();
                }
                match &*lower { $($name => Self::$variant,)+ _ => Self::Other }
            }
        }
    };
}

names! {
    /// An element with rules of its own in the parser or in the facts.
    Tag {
        A = b"a", Address = b"address", Applet = b"applet", Area = b"area", Article = b"article", Aside = b"aside",
        Audio = b"audio", B = b"b", Base = b"base", Basefont = b"basefont", Bgsound = b"bgsound", Big = b"big",
        Blockquote = b"blockquote", Body = b"body", Br = b"br", Button = b"button", Canvas = b"canvas",
        Caption = b"caption", Center = b"center", Code = b"code", Col = b"col", Colgroup = b"colgroup", Data = b"data",
        Dd = b"dd", Desc = b"desc", Details = b"details", Dialog = b"dialog", Dir = b"dir", Div = b"div", Dl = b"dl",
        Dt = b"dt", Em = b"em", Embed = b"embed", Fieldset = b"fieldset", Figcaption = b"figcaption",
        Figure = b"figure", Font = b"font", Footer = b"footer", ForeignObject = b"foreignobject", Form = b"form",
        Frame = b"frame", Frameset = b"frameset", H1 = b"h1", H2 = b"h2", H3 = b"h3", H4 = b"h4", H5 = b"h5",
        H6 = b"h6", Head = b"head", Header = b"header", Hgroup = b"hgroup", Hr = b"hr", Html = b"html", I = b"i",
        Iframe = b"iframe", Image = b"image", Img = b"img", Input = b"input", Keygen = b"keygen", Li = b"li",
        Link = b"link", Listing = b"listing", Main = b"main", Marquee = b"marquee", Math = b"math", Menu = b"menu",
        Meta = b"meta", Meter = b"meter", Mi = b"mi", Mn = b"mn", Mo = b"mo", Ms = b"ms", Mtext = b"mtext",
        Nav = b"nav", Nobr = b"nobr", Noembed = b"noembed", Noframes = b"noframes", Noscript = b"noscript",
        Object = b"object", Ol = b"ol", Optgroup = b"optgroup", Option = b"option", P = b"p", Param = b"param",
        Picture = b"picture", Plaintext = b"plaintext", Pre = b"pre", Ruby = b"ruby", S = b"s", Script = b"script",
        Search = b"search", Section = b"section", Select = b"select", Small = b"small", Source = b"source",
        Span = b"span", Strike = b"strike", Strong = b"strong", Style = b"style", Sub = b"sub", Summary = b"summary",
        Sup = b"sup", Svg = b"svg", Table = b"table", Tbody = b"tbody", Td = b"td", Template = b"template",
        Textarea = b"textarea", Tfoot = b"tfoot", Th = b"th", Thead = b"thead", Time = b"time", Title = b"title",
        Tr = b"tr", Track = b"track", Tt = b"tt", U = b"u", Ul = b"ul", Var = b"var", Video = b"video", Wbr = b"wbr",
        Xmp = b"xmp",
    }
}

names! {
    /// An attribute that the facts read.
    Name {
        Action = b"action", Alt = b"alt", AriaHidden = b"aria-hidden", AriaLabel = b"aria-label",
        AriaLabelledby = b"aria-labelledby", As = b"as", Async = b"async", Charset = b"charset", Class = b"class",
        Color = b"color", Content = b"content", Data = b"data", DataLazySrc = b"data-lazy-src",
        DataOriginal = b"data-original", DataSrc = b"data-src", DataSrcset = b"data-srcset", Datetime = b"datetime",
        Defer = b"defer", Face = b"face", Height = b"height", Hidden = b"hidden", Href = b"href",
        Hreflang = b"hreflang", HttpEquiv = b"http-equiv", Id = b"id", Itemid = b"itemid", Itemprop = b"itemprop",
        Itemscope = b"itemscope", Itemtype = b"itemtype", Lang = b"lang", Loading = b"loading", Media = b"media",
        Nameof = b"name", Onclick = b"onclick", Poster = b"poster", Property = b"property", Rel = b"rel",
        Resource = b"resource", Role = b"role", Size = b"size", Src = b"src", Srcset = b"srcset", Style = b"style",
        Target = b"target", Title = b"title", Type = b"type", Typeof = b"typeof", Value = b"value",
        Vocab = b"vocab", Width = b"width",
    }
}

impl Tag {
    /// 1 to 6 for headings.
    pub fn heading_level(self) -> Option<u32> {
        let level = (self as u32).wrapping_sub(Self::H1 as u32);
        (level < 6).then(|| level + 1)
    }

    /// Elements without content and end tag.
    pub fn is_void(self) -> bool {
        use Tag::*;
        matches!(
            self,
            Area | Base
                | Basefont
                | Bgsound
                | Br
                | Col
                | Embed
                | Frame
                | Hr
                | Image
                | Img
                | Input
                | Keygen
                | Link
                | Meta
                | Param
                | Source
                | Track
                | Wbr
        )
    }

    /// Elements that stay in the head.
    pub fn is_of_head(self) -> bool {
        use Tag::*;
        matches!(
            self,
            Base | Basefont | Bgsound | Link | Meta | Noframes | Noscript | Script | Style | Template | Title
        )
    }

    /// The standard's "special" category: an end tag of a formatting element does not reach beyond them.
    pub fn is_special(self) -> bool {
        use Tag::*;
        self.is_void()
            || self.is_block()
            || matches!(
                self,
                Applet
                    | Body
                    | Button
                    | Caption
                    | Colgroup
                    | Frameset
                    | Head
                    | Html
                    | Iframe
                    | Marquee
                    | Noembed
                    | Noframes
                    | Noscript
                    | Object
                    | Script
                    | Select
                    | Style
                    | Tbody
                    | Td
                    | Template
                    | Textarea
                    | Tfoot
                    | Th
                    | Thead
                    | Title
                    | Tr
            )
    }

    /// Elements whose start tag ends a paragraph, and table.
    pub fn closes_p(self) -> bool {
        use Tag::*;
        self.is_block() || matches!(self, Plaintext | Xmp | Hr)
    }

    fn is_block(self) -> bool {
        use Tag::*;
        self.heading_level().is_some()
            || matches!(
                self,
                Address
                    | Article
                    | Aside
                    | Blockquote
                    | Center
                    | Dd
                    | Details
                    | Dialog
                    | Dir
                    | Div
                    | Dl
                    | Dt
                    | Fieldset
                    | Figcaption
                    | Figure
                    | Footer
                    | Form
                    | Header
                    | Hgroup
                    | Li
                    | Listing
                    | Main
                    | Menu
                    | Nav
                    | Ol
                    | P
                    | Pre
                    | Search
                    | Section
                    | Summary
                    | Table
                    | Ul
            )
    }

    /// Elements that a new line of text begins and ends with.
    pub fn breaks_text(self) -> bool {
        use Tag::*;
        self.closes_p()
            || matches!(
                self,
                Body | Caption | Html | Optgroup | Option | Tbody | Td | Tfoot | Th | Thead | Tr
            )
    }

    /// Elements that separate words, as they are boxes in a line.
    pub fn separates_words(self) -> bool {
        use Tag::*;
        matches!(
            self,
            Br | Button | Iframe | Input | Select | Svg | Textarea | Video | Audio | Canvas | Object
        )
    }

    /// Elements whose content readers do not see as text of the page.
    pub fn has_no_text(self) -> bool {
        use Tag::*;
        matches!(self, Audio | Canvas | Object | Select | Svg | Template | Textarea | Video | Math)
    }

    /// A part of a table, which is ignored outside of one.
    pub fn is_part_of_table(self) -> bool {
        use Tag::*;
        matches!(self, Caption | Col | Colgroup | Tbody | Td | Tfoot | Th | Thead | Tr)
    }

    /// Elements beyond which an end tag does not look for its start: the standard's "scope".
    pub fn bounds_scope(self) -> bool {
        use Tag::*;
        matches!(self, Applet | Caption | Html | Table | Td | Th | Marquee | Object | Template)
    }

    /// HTML elements that end foreign content.
    pub fn ends_foreign(self) -> bool {
        use Tag::*;
        self.heading_level().is_some()
            || matches!(
                self,
                B | Big
                    | Blockquote
                    | Body
                    | Br
                    | Center
                    | Code
                    | Dd
                    | Div
                    | Dl
                    | Dt
                    | Em
                    | Embed
                    | Head
                    | Hr
                    | I
                    | Img
                    | Li
                    | Listing
                    | Menu
                    | Meta
                    | Nobr
                    | Ol
                    | P
                    | Pre
                    | Ruby
                    | S
                    | Small
                    | Span
                    | Strong
                    | Strike
                    | Sub
                    | Sup
                    | Table
                    | Tt
                    | U
                    | Ul
                    | Var
            )
    }
}
