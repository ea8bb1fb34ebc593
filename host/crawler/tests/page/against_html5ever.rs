//! The facts that depend on the tree of a document are those of html5ever's tree.

use std::{borrow::Cow, cell::RefCell};

use html5ever::{
    Attribute, ParseOpts, QualName, local_name, ns, parse_document,
    tendril::{StrTendril, TendrilSink},
    tree_builder::{ElementFlags, NodeOrText, QuirksMode, TreeSink},
};

use crate::with_page;

#[derive(Default)]
struct Node {
    name: Option<&'static QualName>,
    attributes: Vec<Attribute>,
    text: String,
    children: Vec<usize>,
    parent: Option<usize>,
    contents: usize,
}

/// The nodes of a tree by number; 0 is the document.
struct Dom(RefCell<Vec<Node>>);

impl Dom {
    fn add(&self, node: Node) -> usize {
        self.0.borrow_mut().push(node);
        self.0.borrow().len() - 1
    }

    fn insert(&self, parent: usize, place: usize, child: NodeOrText<usize>) {
        let child = match child {
            NodeOrText::AppendNode(node) => node,
            NodeOrText::AppendText(text) => self.add(Node { text: text.to_string(), ..Node::default() }),
        };
        self.remove(child);
        let mut nodes = self.0.borrow_mut();
        nodes[parent].children.insert(place, child);
        nodes[child].parent = Some(parent);
    }

    fn remove(&self, child: usize) {
        let mut nodes = self.0.borrow_mut();
        if let Some(parent) = nodes[child].parent.take() {
            nodes[parent].children.retain(|other| *other != child);
        }
    }
}

impl TreeSink for Dom {
    type Handle = usize;
    type Output = Self;
    type ElemName<'a> = &'static QualName;

    fn finish(self) -> Self {
        self
    }

    fn parse_error(&self, _: Cow<'static, str>) {}

    fn get_document(&self) -> usize {
        0
    }

    fn elem_name<'a>(&'a self, target: &'a usize) -> &'static QualName {
        self.0.borrow()[*target].name.expect("the node is an element")
    }

    fn create_element(&self, name: QualName, attributes: Vec<Attribute>, _: ElementFlags) -> usize {
        let contents = self.add(Node::default());
        let name: &'static QualName = Box::leak(Box::new(name));
        self.add(Node { name: Some(name), attributes, contents, ..Node::default() })
    }

    fn create_comment(&self, _: StrTendril) -> usize {
        self.add(Node::default())
    }

    fn create_pi(&self, _: StrTendril, _: StrTendril) -> usize {
        self.add(Node::default())
    }

    fn append(&self, parent: &usize, child: NodeOrText<usize>) {
        let place = self.0.borrow()[*parent].children.len();
        self.insert(*parent, place, child);
    }

    fn append_based_on_parent_node(&self, element: &usize, before: &usize, child: NodeOrText<usize>) {
        if self.0.borrow()[*element].parent.is_some() {
            self.append_before_sibling(element, child);
        } else {
            self.append(before, child);
        }
    }

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}

    fn get_template_contents(&self, target: &usize) -> usize {
        self.0.borrow()[*target].contents
    }

    fn same_node(&self, x: &usize, y: &usize) -> bool {
        x == y
    }

    fn set_quirks_mode(&self, _: QuirksMode) {}

    fn append_before_sibling(&self, sibling: &usize, child: NodeOrText<usize>) {
        if let NodeOrText::AppendNode(node) = child {
            self.remove(node);
        }
        let parent = self.0.borrow()[*sibling].parent.expect("a sibling has a parent");
        let place =
            self.0.borrow()[parent].children.iter().position(|node| node == sibling).expect("it is a child");
        self.insert(parent, place, child);
    }

    fn add_attrs_if_missing(&self, target: &usize, attributes: Vec<Attribute>) {
        let own = &mut self.0.borrow_mut()[*target].attributes;
        for attribute in attributes {
            if own.iter().all(|other| other.name != attribute.name) {
                own.push(attribute);
            }
        }
    }

    fn remove_from_parent(&self, target: &usize) {
        self.remove(*target);
    }

    fn reparent_children(&self, node: &usize, new_parent: &usize) {
        let children = std::mem::take(&mut self.0.borrow_mut()[*node].children);
        let mut nodes = self.0.borrow_mut();
        for child in &children {
            nodes[*child].parent = Some(*new_parent);
        }
        nodes[*new_parent].children.extend(children);
    }
}

/// What both readers have to agree on. Texts have no white space, as the text of a page has its own.
#[derive(Debug, Default, PartialEq, Eq)]
struct Facts {
    titles: Vec<(String, bool)>,
    metas: Vec<(String, bool)>,
    hints: Vec<(String, bool)>,
    headings: Vec<(u32, String)>,
    links: Vec<String>,
}

fn bare(text: &str) -> String {
    text.split_whitespace().collect()
}

impl Facts {
    /// Elements before a table in the tree are in it in the source, and a formatting element may be several in the tree.
    fn sorted(mut self) -> Self {
        self.links.sort();
        self.links.dedup();
        self.headings.sort();
        self.metas.sort();
        self.hints.sort();
        self.titles.sort();
        self
    }
}

fn of_tree(document: &str) -> Facts {
    let sink = Dom(RefCell::new(vec![Node::default()]));
    let dom = parse_document(sink, ParseOpts::default()).one(document);
    let nodes = dom.0.borrow();
    let mut facts = Facts::default();
    let mut rest = vec![(0, false)];
    while let Some((index, in_head)) = rest.pop() {
        let node = &nodes[index];
        let is_head = node.name.is_some_and(|name| name.local == local_name!("head"));
        rest.extend(node.children.iter().rev().map(|child| (*child, in_head || is_head)));
        let Some(name) = node.name.filter(|name| name.ns == ns!(html)) else { continue };
        let attribute = |wanted: &str| {
            node.attributes
                .iter()
                .find(|other| &*other.name.local == wanted)
                .map(|other| other.value.to_string())
        };
        match &*name.local {
            "title" => facts.titles.push((bare(&text_of(&nodes, index)), in_head)),
            "meta" if attribute("name").is_some() => {
                facts.metas.push((bare(&attribute("content").unwrap_or_default()), in_head));
            }
            "link" => facts.hints.push((attribute("href").unwrap_or_default(), in_head)),
            "a" => facts.links.extend(attribute("href")),
            "h1" | "h2" | "h3" => {
                facts.headings.push((name.local[1..].parse().unwrap_or(0), bare(&text_of(&nodes, index))))
            }
            _ => {}
        }
    }
    facts
}

/// The visible text of a node.
fn text_of(nodes: &[Node], index: usize) -> String {
    let mut text = String::new();
    let mut rest = vec![index];
    while let Some(index) = rest.pop() {
        let node = &nodes[index];
        text.push_str(&node.text);
        let has_text = node.name.is_none_or(|name| {
            name.ns == ns!(html)
                && !matches!(
                    &*name.local,
                    "script" | "style" | "textarea" | "noscript" | "iframe" | "select" | "template"
                )
        });
        // The title of a document may be anywhere, and is not a part of its text.
        let is_inner_title = text.is_empty() && rest.is_empty();
        if has_text && (is_inner_title || node.name.is_none_or(|name| &*name.local != "title")) {
            rest.extend(node.children.iter().rev());
        }
    }
    text
}

fn of_page(document: &str) -> Facts {
    with_page(document, |page| Facts {
        titles: page.titles().map(|title| (bare(title.text()), title.in_head())).collect(),
        metas: page
            .metas()
            .filter(|meta| meta.attribute() == 0)
            .map(|meta| (bare(meta.content()), meta.in_head()))
            .collect(),
        hints: page.hints().map(|hint| (hint.href().to_owned(), hint.place() == 0)).collect(),
        headings: page.headings().map(|heading| (heading.level(), bare(heading.text()))).collect(),
        links: page.links().filter_map(|link| link.href().map(str::to_owned)).collect(),
    })
}

/// Numbers that look random and are the same in each run.
pub struct Dice(pub u64);

impl Dice {
    pub fn of(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    pub fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % sides
    }
}

const PIECES: &[&str] = &[
    "<p>",
    "</p>",
    "<div>",
    "</div>",
    "<ul>",
    "<li>",
    "</li>",
    "</ul>",
    "<b>",
    "</b>",
    "<i>",
    "</i>",
    "<span>",
    "</span>",
    "<section>",
    "</section>",
    "<h1>",
    "</h1>",
    "<h2>",
    "</h2>",
    "<h3>",
    "</h3>",
    "</a>",
    "<br>",
    "<hr>",
    "<button>",
    "</button>",
    "<!-- <a href='/no'> -->",
    "<!-->",
    "<!--->",
    "<!-- x --!>",
    "<script>if (a < b) '<title>no</title>'</script>",
    "<script><!-- <script>'</title>'</script> --></script>",
    "<style>a > b { }</style>",
    "<textarea><h1>no</h1></textarea>",
    "<noscript><meta name=no content=no></noscript>",
    "<svg><title>drawing</title><a href='/svg'>x</a></svg>",
    "<svg><g><path d='M0'/><b>x</b></g></p><i>y</i></svg>",
    "<math><mi>x</mi></math>",
    "<svg><![CDATA[<h1>]]></svg>",
    "<iframe src='/frame'><h1>no</h1></iframe>",
    "<template><h1>no</h1><a href='/no'>no</a></template>",
    "</body>",
    "</html>",
    "<body class=x>",
    "<head>",
    "</head>",
    "<html lang=pl>",
    "<form>",
    "</form>",
    "<dl><dt>",
    "<dd>",
    "</dl>",
    "&amp;",
    "&copy ",
    "&#322;",
    "<",
    "a < b",
    "</",
    "<?php echo 1 ?>",
    "<article>",
    "</article>",
    "<nav>",
    "</nav>",
    "<x-y>",
    "</x-y>",
    "<em>",
    "</em>",
    "<address>",
    "</address>",
    "<main>",
    "</main>",
    "<p/>",
    "<div/>",
    "<textarea>x</textarea>",
];
const TABLES: &[&str] =
    &["<table>", "<tr>", "<td>", "</td>", "</tr>", "</table>", "<tbody>", "<th>", "<caption>", "</caption>"];
const HEAD: &[&str] =
    &["<!doctype html>", "<html>", "<head>", "\n", "<!-- c -->", "</head>", "<body>", "<base href='/'>"];

fn document(dice: &mut Dice, with_tables: bool) -> String {
    let mut document = String::new();
    for piece in HEAD {
        if dice.roll(3) > 0 {
            document.push_str(piece);
        }
        if dice.roll(4) == 0 {
            numbered(dice, &mut document);
        }
    }
    for _ in 0..dice.roll(60) {
        match dice.roll(10) {
            0..=1 => numbered(dice, &mut document),
            2 => document.push_str(&format!("word{} ", dice.roll(100))),
            3 if with_tables => document.push_str(TABLES[dice.roll(TABLES.len())]),
            _ => document.push_str(PIECES[dice.roll(PIECES.len())]),
        }
    }
    document
}

/// A link, a title, a `meta` or a `link` with a number of its own, in one of the ways of writing them.
fn numbered(dice: &mut Dice, document: &mut String) {
    let number = document.len();
    document.push_str(&match dice.roll(8) {
        0 => format!("<a href=\"/{number}\">link {number}</a>"),
        1 => format!("<A class = x HREF='/{number}'>"),
        2 => format!("<a href=/{number} href=/other>"),
        3 => format!("<title>Title {number} &amp; <b></title>"),
        4 => format!("<meta name=\"description\" content=\"a &quot;{number}&quot; > b\">"),
        5 => format!("<META content='x{number}' NAME=robots />"),
        6 => format!("<link rel=canonical href=/{number}>"),
        _ => format!("<link href='/{number}?a=1&amp;b=2&copy=3'rel=\"alternate\"/>"),
    });
}

#[test]
fn generated_documents_have_the_facts_of_their_trees() {
    for seed in 1..=1_500 {
        let document = document(&mut Dice::of(seed), false);
        let (mut page, mut tree) = (of_page(&document).sorted(), of_tree(&document).sorted());
        // Where a heading ends inside formatting, both may place a text differently.
        page.headings.iter_mut().chain(&mut tree.headings).for_each(|(_, text)| text.clear());
        assert_eq!(page, tree, "seed {seed}: {document}");
    }
}

#[test]
fn generated_documents_with_tables_have_the_heads_of_their_trees() {
    for seed in 1..=700 {
        let document = document(&mut Dice::of(seed), true);
        let (page, tree) = (of_page(&document).sorted(), of_tree(&document).sorted());
        assert_eq!(
            (page.titles, page.metas, page.hints),
            (tree.titles, tree.metas, tree.hints),
            "seed {seed}: {document}"
        );
    }
}

#[test]
fn written_documents_have_the_facts_of_their_trees() {
    for document in [
        "<title>A</title><p>x<h1>One<h2>Two</h2>",
        "<h1>A <b>bold</b> one</h1><ul><li><a href=/1>One<li><a href=/2>Two</ul>",
        "<head><title>A</title><div></div><meta name=robots content=noindex></head>",
        "<head></head><meta name=a content=1><link rel=canonical href=/x><body><title>B</title>",
        "<a href=/1><div>x</a>y<h1>z</h1></div>",
        "<a href=/1>one <a href=/2>two</a>",
        "<p><a href=/1>x<p>y</a>",
        "<svg><foreignObject><h1>In a drawing</h1></foreignObject></svg><h2>After</h2>",
        "<svg><desc><title>T</title></desc></svg><svg><p><h1>Out</h1>",
        "<frameset><frame src=/x></frameset><h1>no</h1><a href=/no>",
        "<plaintext><h1>no</h1>",
        "<a href=\"/1\nx\"title='a'>b</a><a =x href=/2><a/href=/3/>",
        "<a href=/&notit;&amp;x&#x41;&copy=1&copy;>",
        "<script>\"<!--<script>\"</script><h1>no</h1>--></script><h1>yes</h1>",
        "<xmp><h1>no</h1></xmp><noembed><h1>no</h1></noembed><noframes><title>no</title></noframes>",
        "<h1 ",
        "<a href='",
        "<!--",
        "<title>x",
        "</",
        "<!doctype",
        "<![CDATA[<h1>x</h1>]]>",
        "<a href=x",
        "<script>",
        "<H1>\0A</H1><math><annotation-xml></math><h2>x</h3>",
        "<button><p>a<button><h1>b</h1></button>",
        "<body><head><title>late</title></head>",
    ] {
        assert_eq!(of_page(document).sorted(), of_tree(document).sorted(), "{document}");
    }
}
