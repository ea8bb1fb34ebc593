//! The goods of a fake shop: products with facts, in Polish and English, good texts and bad ones. The same number and
//! seed give the same goods.

use super::Dice;
use crate::prelude::*;

/// The index of a language in `[…; 2]`.
pub const POLISH: usize = 0;
pub const ENGLISH: usize = 1;

/// Texts in one language; an empty text is missing.
#[derive(Clone, Debug, Default)]
pub struct Texts {
    pub name: String,
    pub short: String,
    pub html: String,
    pub seo_title: String,
    pub seo_description: String,
    /// Unique among the objects of its kind.
    pub slug: String,
}

/// The state of a product's description.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum State {
    /// A third of all products.
    Missing,
    /// Fewer than 50 words.
    Thin,
    /// The same text as all others of this state.
    Duplicate,
    Good,
}

#[derive(Clone, Debug)]
pub struct Image {
    pub id: u64,
    pub alt: [String; 2],
}

#[derive(Clone, Debug)]
pub struct Product {
    pub id: u64,
    pub sku: String,
    pub ean: String,
    /// In grosze.
    pub price: u32,
    pub stock: u32,
    pub brand: u64,
    pub category: u64,
    /// Ids of attributes with values such as `450 W`.
    pub attributes: Vec<(u64, String)>,
    pub state: State,
    pub texts: [Texts; 2],
    pub images: Vec<Image>,
}

#[derive(Clone, Debug)]
pub struct Category {
    pub id: u64,
    /// 0: none.
    pub parent: u64,
    pub texts: [Texts; 2],
}

/// A brand, or an article of the shop's blog.
#[derive(Clone, Debug)]
pub struct Item {
    pub id: u64,
    pub texts: [Texts; 2],
}

#[derive(Clone, Debug)]
pub struct Attribute {
    pub id: u64,
    pub names: [&'static str; 2],
}

#[derive(Clone, Debug, Default)]
pub struct Goods {
    pub products: Vec<Product>,
    pub categories: Vec<Category>,
    pub brands: Vec<Item>,
    pub attributes: Vec<Attribute>,
    pub articles: Vec<Item>,
}

const BRANDS: &[&str] = &["Wolmar", "Zdrój", "Nordlys", "Kręciołek", "Alpina Home", "Tarnica", "Bright&Co"];

/// Parent, Polish and English name.
const CATEGORIES: &[(u64, &str, &str)] = &[
    (0, "Dom i ogród", "Home and garden"),
    (1, "Elektronarzędzia", "Power tools"),
    (1, "Oświetlenie", "Lighting"),
    (0, "Kuchnia", "Kitchen"),
    (4, "Garnki i patelnie", "Pots and pans"),
    (0, "Rowery", "Bicycles"),
    (6, "Części rowerowe", "Bicycle parts"),
];

const ATTRIBUTES: &[[&str; 2]] = &[
    ["Moc", "Power"],
    ["Waga", "Weight"],
    ["Pojemność", "Capacity"],
    ["Średnica", "Diameter"],
    ["Materiał", "Material"],
];

/// Category, Polish and English name, and the attributes with the least value, the step and the unit.
type Kind = (u64, &'static str, &'static str, &'static [(u64, u32, u32, &'static str)]);
const KINDS: &[Kind] = &[
    (2, "Wiertarka udarowa", "Hammer drill", &[(1, 450, 50, "W"), (2, 1, 1, "kg")]),
    (2, "Szlifierka kątowa", "Angle grinder", &[(1, 720, 80, "W"), (4, 115, 10, "mm")]),
    (3, "Lampa stołowa LED", "LED table lamp", &[(1, 5, 1, "W"), (4, 14, 2, "cm")]),
    (3, "Żarówka E27", "E27 bulb", &[(1, 4, 1, "W")]),
    (5, "Patelnia granitowa", "Granite frying pan", &[(4, 20, 2, "cm"), (2, 1, 1, "kg")]),
    (5, "Garnek ze stali", "Steel pot", &[(3, 2, 1, "l"), (4, 16, 2, "cm")]),
    (4, "Młynek do kawy", "Coffee grinder", &[(1, 120, 20, "W"), (3, 60, 10, "g")]),
    (7, "Bidon", "Water bottle", &[(3, 500, 50, "ml")]),
    (7, "Opona 28\"", "28\" tyre", &[(2, 400, 20, "g"), (4, 622, 1, "mm")]),
    (6, "Rower miejski", "City bike", &[(2, 14, 1, "kg"), (4, 28, 1, "cal")]),
];

const SENTENCES: [&[&str]; 2] = [
    &[
        "Sprawdzi się w codziennej pracy i przy większych zadaniach.",
        "Obudowa jest odporna na zarysowania, a uchwyt nie ślizga się w dłoni.",
        "W zestawie znajduje się instrukcja po polsku i karta gwarancyjna na 24 miesiące.",
        "Części zamienne są dostępne w naszym sklepie przez cały okres gwarancji.",
        "Produkt łatwo utrzymać w czystości: wystarczy wilgotna ściereczka.",
        "Wysyłamy w ciągu jednego dnia roboczego, a zwrot jest możliwy przez 30 dni.",
    ],
    &[
        "It serves well in daily work and in larger tasks.",
        "The housing resists scratches, and the handle does not slip in the hand.",
        "The set contains a manual and a warranty card for 24 months.",
        "Spare parts are available in our shop during the whole warranty.",
        "The product is easy to clean: a damp cloth is enough.",
        "We send it within one working day, and returns are possible for 30 days.",
    ],
];

/// `count` products and the objects that they belong to.
pub fn goods(count: usize, seed: u64) -> Goods {
    let mut dice = Dice::new(seed);
    let mut goods = Goods {
        products: Vec::with_capacity(count),
        categories: categories(),
        brands: brands(),
        attributes: ATTRIBUTES.iter().zip(1..).map(|(names, id)| Attribute { id, names: *names }).collect(),
        articles: articles(),
    };
    for index in 0..count {
        let product = product(index, &mut dice);
        goods.products.push(product);
    }
    goods
}

fn product(index: usize, dice: &mut Dice) -> Product {
    let id = index as u64 + 1;
    let (category, polish, english, facts) = *dice.pick(KINDS);
    let brand = dice.below(BRANDS.len());
    let model = format!(
        "{}{}-{}",
        (b'A' + dice.below(26) as u8) as char,
        (b'A' + dice.below(26) as u8) as char,
        100 + id
    );
    let attributes: Vec<(u64, String)> = facts
        .iter()
        .map(|(attribute, least, step, unit)| {
            (*attribute, format!("{} {unit}", least + step * dice.below(12) as u32))
        })
        .collect();
    let state = state(index);
    let texts = [(POLISH, polish), (ENGLISH, english)].map(|(language, kind)| {
        let name = format!("{kind} {} {model}", BRANDS[brand]);
        product_texts(index, &name, language, state, &attributes, dice)
    });
    let images = (0..1 + index % 3).map(|number| image(index, number, &texts)).collect();
    let price = 1_999 + 500 * dice.below(200) as u32;
    let (brand, stock) = (brand as u64 + 1, dice.below(50) as u32);
    let sku = format!("SW-{id:05}");
    Product { id, sku, ean: ean(id), price, stock, brand, category, attributes, state, texts, images }
}

/// The state of the description of a product with this index.
pub fn state(index: usize) -> State {
    match index % 9 {
        0 | 3 | 6 => State::Missing,
        1 => State::Thin,
        4 => State::Duplicate,
        _ => State::Good,
    }
}

fn product_texts(
    index: usize,
    name: &str,
    language: usize,
    state: State,
    attributes: &[(u64, String)],
    dice: &mut Dice,
) -> Texts {
    let sentence = |dice: &mut Dice| *dice.pick(SENTENCES[language]);
    let html = match state {
        State::Missing => String::new(),
        State::Thin => format!("<p>{name}. {}</p>", sentence(dice)),
        State::Duplicate => format!("<p>{}</p>", SENTENCES[language].join(" ")),
        State::Good => {
            let item = |(id, value): &(u64, String)| {
                format!("<li>{}: {value}</li>", ATTRIBUTES[*id as usize - 1][language])
            };
            let list: String = attributes.iter().map(item).collect();
            let all = SENTENCES[language].join(" ");
            format!(
                "<p><strong>{name}</strong> – {} {}</p><ul>{list}</ul><p>{all}</p>",
                sentence(dice),
                sentence(dice)
            )
        }
    };
    let short = if html.is_empty() { String::new() } else { format!("<p>{}</p>", sentence(dice)) };
    let shop = ["Sklep Próbny", "Sample Shop"][language];
    let seo_title = if index.is_multiple_of(4) { String::new() } else { format!("{name} | {shop}") };
    let seo_description =
        if index.is_multiple_of(5) { String::new() } else { format!("{name}. {}", sentence(dice)) };
    Texts { name: name.to_owned(), short, html, seo_title, seo_description, slug: slug(name) }
}

fn image(index: usize, number: usize, texts: &[Texts; 2]) -> Image {
    let named = !(index + number).is_multiple_of(2);
    let alt = [0, 1].map(|language| if named { texts[language].name.clone() } else { String::new() });
    Image { id: index as u64 * 10 + number as u64 + 1, alt }
}

fn categories() -> Vec<Category> {
    let category = |((parent, polish, english), id): (&(u64, &str, &str), u64)| {
        let texts = [*polish, *english].map(|name| {
            let html = if id % 2 == 0 { String::new() } else { format!("<p>{name}.</p>") };
            Texts { name: name.to_owned(), html, slug: slug(name), ..Texts::default() }
        });
        Category { id, parent: *parent, texts }
    };
    CATEGORIES.iter().zip(1..).map(category).collect()
}

fn brands() -> Vec<Item> {
    let brand = |(name, id): (&&str, u64)| {
        let texts = [0, 1].map(|_| Texts { name: (*name).to_owned(), slug: slug(name), ..Texts::default() });
        Item { id, texts }
    };
    BRANDS.iter().zip(1..).map(brand).collect()
}

fn articles() -> Vec<Item> {
    let names = [
        ["Jak wybrać wiertarkę", "How to choose a drill"],
        ["Pielęgnacja patelni", "Care of frying pans"],
        ["Pierwszy przegląd roweru", "The first service of a bike"],
    ];
    let article = |(names, id): ([&str; 2], u64)| {
        let texts = [POLISH, ENGLISH].map(|language| Texts {
            name: names[language].to_owned(),
            short: format!("<p>{}</p>", SENTENCES[language][0]),
            html: format!("<p>{}</p>", SENTENCES[language].join(" ")),
            slug: slug(names[language]),
            ..Texts::default()
        });
        Item { id, texts }
    };
    names.into_iter().zip(1..).map(article).collect()
}

/// An EAN-13 with the Polish prefix and its check digit.
fn ean(id: u64) -> String {
    let digits = format!("590{id:09}");
    let weighted = digits
        .bytes()
        .enumerate()
        .map(|(at, digit)| u32::from(digit - b'0') * if at % 2 == 0 { 1 } else { 3 });
    format!("{digits}{}", (10 - weighted.sum::<u32>() % 10) % 10)
}

/// A name as a part of an address.
pub fn slug(name: &str) -> String {
    let lower = name.to_lowercase();
    let ascii = lower.chars().map(|letter| match letter {
        'ą' => 'a',
        'ć' => 'c',
        'ę' => 'e',
        'ł' => 'l',
        'ń' => 'n',
        'ó' => 'o',
        'ś' => 's',
        'ź' | 'ż' => 'z',
        _ => letter,
    });
    let words: String =
        ascii.map(|letter| if letter.is_ascii_alphanumeric() { letter } else { ' ' }).collect();
    words.split_whitespace().collect::<Vec<_>>().join("-")
}
