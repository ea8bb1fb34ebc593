//! The goods of a fake shop as objects of Shopify: Polish, with English translations of some.

use super::{Inner, digest, texts};
use crate::prelude::*;
use crate::util::shops::goods::{self, ENGLISH, Goods, POLISH, Texts};

impl Inner {
    pub fn fill(&mut self, goods: &Goods) {
        for category in &goods.categories {
            let object =
                with_translations(common(&category.texts[POLISH], category.id), &category.texts[ENGLISH]);
            self.insert("collections", category.id, object);
        }
        for article in &goods.articles {
            let texts = &article.texts[POLISH];
            let object = json!({ "id": article.id, "title": texts.name, "handle": texts.slug,
                "body": texts.html, "summary": texts.short, "tags": [] });
            self.insert("articles", article.id, object);
        }
        for product in &goods.products {
            let object = self.product(product, goods);
            self.insert("products", product.id, object);
        }
    }

    fn product(&self, product: &goods::Product, goods: &Goods) -> Value {
        let mut object = common(&product.texts[POLISH], product.id);
        object["vendor"] = json!(goods.brands[product.brand as usize - 1].texts[POLISH].name);
        object["productType"] = json!(goods.categories[product.category as usize - 1].texts[POLISH].name);
        object["status"] = json!("ACTIVE");
        object["tags"] = json!([]);
        object["sku"] = json!(product.sku);
        let price = format!("{}.{:02}", product.price / 100, product.price % 100);
        object["variants"] = json!([{ "sku": product.sku, "barcode": product.ean, "price": price }]);
        object["collections"] = json!([product.category]);
        let image = |image: &goods::Image| {
            json!({ "id": image.id, "alt": image.alt[POLISH],
            "url": format!("https://cdn.example/{}.jpg", image.id) })
        };
        object["media"] = product.images.iter().map(image).collect();
        let metafield = |(id, value): &(u64, String)| {
            let name = goods.attributes[*id as usize - 1].names[ENGLISH];
            json!({ "__typename": "Metafield", "id": format!("gid://shopify/Metafield/{}",
                product.id * 10 + id), "namespace": "facts",
                "key": goods::slug(name), "type": "single_line_text_field", "value": value })
        };
        object["metafields"] = product.attributes.iter().map(metafield).collect();
        if product.id.is_multiple_of(2) { with_translations(object, &product.texts[ENGLISH]) } else { object }
    }

    fn insert(&mut self, kind: &'static str, id: u64, object: Value) {
        self.tables.insert(kind, id, object);
        self.touch(kind, id);
    }
}

fn common(texts: &Texts, id: u64) -> Value {
    let or_null = |text: &str| if text.is_empty() { Value::Null } else { json!(text) };
    json!({ "id": id, "title": texts.name, "handle": texts.slug, "descriptionHtml": texts.html, "translations": {},
        "seo": { "title": or_null(&texts.seo_title), "description": or_null(&texts.seo_description) } })
}

fn with_translations(mut object: Value, english: &Texts) -> Value {
    let values = [("title", &english.name), ("body_html", &english.html)];
    let now = texts(&object);
    for (key, value) in values {
        if let Some(text) = now.get(key) {
            object["translations"]["en"][key] = json!({ "value": value, "digest": digest(text) });
        }
    }
    object
}
