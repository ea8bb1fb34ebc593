//! The goods of a fake shop as objects of Shoper.

use super::{Inner, LOCALES, goods, resource};
use crate::prelude::*;
use crate::util::shops::goods::{Goods, Texts};

impl Inner {
    pub fn fill(&mut self, goods: &Goods) {
        for category in &goods.categories {
            let texts = translations(&category.texts, |texts| {
                let mut fields = common(texts);
                fields["name"] = json!(texts.name);
                fields["description"] = json!(texts.html);
                fields["description_bottom"] = json!("");
                fields["active"] = json!("1");
                fields
            });
            let (id, parent) = (category.id.to_string(), category.parent.to_string());
            let root = if category.parent == 0 { "1" } else { "0" };
            let object = json!({ "category_id": id, "parent_id": parent, "root": root, "order": id,
                "translations": texts });
            self.add(resource("categories").expect("a resource"), object);
        }
        for brand in &goods.brands {
            // Some have no translation yet.
            let mut texts = translations(&brand.texts, |texts| {
                let mut fields = common(texts);
                fields["description"] = json!("");
                fields
            });
            if brand.id % 2 == 1 {
                texts = json!({});
            }
            let object = json!({ "producer_id": brand.id.to_string(), "name": brand.texts[0].name, "web": "",
                "isdefault": "0", "gfx": "", "translations": texts });
            self.add(resource("producers").expect("a resource"), object);
        }
        for attribute in &goods.attributes {
            let object = json!({ "attribute_id": attribute.id.to_string(), "attribute_group_id": "1",
                "name": attribute.names[0], "description": "", "type": "0", "active": "1", "order": "0" });
            self.add(resource("attributes").expect("a resource"), object);
        }
        for article in &goods.articles {
            let texts = &article.texts[0];
            let object = json!({ "news_id": article.id.to_string(), "lang_id": "1", "name": texts.name,
                "short_content": texts.short, "content": texts.html, "active": "1", "date": "2026-10-01 08:00:00",
                "author": "Sklep", "seo_title": "", "seo_description": "", "seo_keywords": "",
                    "seo_url": texts.slug });
            self.add(resource("news").expect("a resource"), object);
        }
        for product in &goods.products {
            self.fill_product(product);
        }
    }

    fn fill_product(&mut self, product: &goods::Product) {
        let texts = translations(&product.texts, |texts| {
            let mut fields = common(texts);
            fields["name"] = json!(texts.name);
            fields["short_description"] = json!(texts.short);
            fields["description"] = json!(texts.html);
            fields["active"] = json!("1");
            fields["order"] = json!("0");
            fields
        });
        let id = product.id.to_string();
        let price = format!("{}.{:02}", product.price / 100, product.price % 100);
        let attributes: Map<String, Value> =
            product.attributes.iter().map(|(id, value)| (id.to_string(), json!(value))).collect();
        let stock = json!({ "stock_id": id, "product_id": id, "price": price, "stock": product.stock.to_string(),
            "code": product.sku, "ean": product.ean, "active": "1", "default": "1" });
        let main = format!("gfx{}", product.images[0].id);
        let object = json!({
            "product_id": id, "type": "0", "producer_id": product.brand.to_string(), "group_id": null,
            "category_id": product.category.to_string(), "categories": [product.category], "tax_id": "1",
            "unit_id": "1", "currency_id": "1", "code": product.sku, "ean": product.ean, "pkwiu": "",
            "add_date": "2026-09-01 08:00:00", "attributes": { "1": attributes }, "tags": [], "collections": [],
            "related": [], "stock": stock, "translations": texts,
            "main_image": { "gfx_id": product.images[0].id.to_string(), "unic_name": main, "extension": "jpg" },
        });
        self.add(resource("products").expect("a resource"), object);
        self.add(resource("product-stocks").expect("a resource"), stock);
        for (image, order) in product.images.iter().zip(1..) {
            let texts: Map<String, Value> = LOCALES
                .iter()
                .zip(&image.alt)
                .filter(|(_, alt)| !alt.is_empty())
                .map(|((locale, _), alt)| ((*locale).to_owned(), json!({ "name": alt })))
                .collect();
            let main = if order == 1 { "1" } else { "0" };
            let object = json!({ "gfx_id": image.id.to_string(), "product_id": id, "main": main, "hidden": "0",
                "order": order.to_string(), "name": format!("{order}.jpg"), "extension": "jpg",
                "unic_name": format!("gfx{}", image.id), "translations": texts });
            self.add(resource("product-images").expect("a resource"), object);
        }
    }
}

fn common(texts: &Texts) -> Value {
    json!({ "seo_title": texts.seo_title, "seo_description": texts.seo_description, "seo_keywords": "",
        "seo_url": texts.slug })
}

fn translations(texts: &[Texts; 2], fields: impl Fn(&Texts) -> Value) -> Value {
    LOCALES.iter().zip(texts).map(|((locale, _), texts)| ((*locale).to_owned(), fields(texts))).collect()
}
