//! The goods of a fake shop as objects of PrestaShop.

use super::{Inner, LANGUAGES, goods};
use crate::prelude::*;
use crate::util::shops::goods::{Goods, Texts};

impl Inner {
    /// The languages and the settings of an empty shop.
    pub fn set_up(&mut self) {
        for (id, name, code, locale) in [(1, "Polski", "pl", "pl-PL"), (2, "English", "en", "en-US")] {
            let object = json!({ "id": id.to_string(), "name": name, "iso_code": code, "locale": locale,
                "language_code": locale.to_lowercase(), "active": "1" });
            self.tables.insert("languages", id, object);
        }
        let limit = self.settings.short_limit.to_string();
        let values = [
            ("PS_SHOP_NAME", "Sklep Próbny"),
            ("PS_LANG_DEFAULT", "1"),
            ("PS_PRODUCT_SHORT_DESC_LIMIT", limit.as_str()),
            ("PS_CURRENCY_DEFAULT", "1"),
        ];
        for ((name, value), id) in values.into_iter().zip(1..) {
            self.tables.insert(
                "configurations",
                id,
                json!({ "id": id.to_string(), "name": name, "value": value }),
            );
        }
    }

    pub fn fill(&mut self, goods: &Goods) {
        // The first two categories are the root and the home page.
        for category in &goods.categories {
            let (id, parent) = (category.id + 2, category.parent + 2);
            let texts = &category.texts;
            let object = json!({ "id": id.to_string(), "id_parent": parent.to_string(), "active": "1",
                "position": "0",
                "is_root_category": "0", "level_depth": "2", "nb_products_recursive": "0",
                    "date_add": "2026-09-01 08:00:00",
                "name": each(texts, |texts| &texts.name), "link_rewrite": each(texts, |texts| &texts.slug),
                "description": each(texts, |texts| &texts.html), "additional_description": each(texts, |_| ""),
                "meta_title": each(texts, |texts| &texts.seo_title), "meta_description": each(texts,
                    |texts| &texts.seo_description) });
            self.insert("categories", id, object);
        }
        for brand in &goods.brands {
            let texts = &brand.texts;
            let object = json!({ "id": brand.id.to_string(), "name": texts[0].name, "active": "1",
                "link_rewrite": texts[0].slug,
                "date_add": "2026-09-01 08:00:00", "description": each(texts, |_| ""),
                    "short_description": each(texts, |_| ""),
                "meta_title": each(texts, |_| ""), "meta_description": each(texts, |_| "") });
            self.insert("manufacturers", brand.id, object);
        }
        for article in &goods.articles {
            let texts = &article.texts;
            let object = json!({ "id": article.id.to_string(), "id_cms_category": "1", "position": "0",
                "active": "1",
                "meta_title": each(texts, |texts| &texts.name), "meta_description": each(texts, |_| ""),
                "link_rewrite": each(texts, |texts| &texts.slug), "content": each(texts, |texts| &texts.html) });
            self.insert("content_management_system", article.id, object);
        }
        for attribute in &goods.attributes {
            let name: Value = LANGUAGES
                .iter()
                .zip(attribute.names)
                .map(|(id, name)| ((*id).to_owned(), json!(name)))
                .collect();
            self.insert(
                "product_features",
                attribute.id,
                json!({ "id": attribute.id.to_string(), "position": "0", "name": name }),
            );
        }
        for product in &goods.products {
            self.fill_product(product);
        }
    }

    fn fill_product(&mut self, product: &goods::Product) {
        let texts = &product.texts;
        let mut features = Vec::new();
        for (attribute, value) in &product.attributes {
            let id = product.id * 10 + attribute;
            let value: Value =
                LANGUAGES.iter().map(|language| ((*language).to_owned(), json!(value))).collect();
            let object = json!({ "id": id.to_string(), "id_feature": attribute.to_string(), "custom": "1",
                "value": value });
            self.insert("product_feature_values", id, object);
            features.push(json!({ "id": attribute.to_string(), "id_feature_value": id.to_string() }));
        }
        let image = |image: &goods::Image| {
            let legend: Value =
                LANGUAGES.iter().zip(&image.alt).map(|(id, alt)| ((*id).to_owned(), json!(alt))).collect();
            json!({ "id": image.id.to_string(), "legend": legend })
        };
        let category = (product.category + 2).to_string();
        let price = format!("{}.{:02}0000", product.price / 100, product.price % 100);
        let object = json!({
            "id": product.id.to_string(), "id_manufacturer": product.brand.to_string(),
                "id_category_default": category,
            "id_tax_rules_group": "1", "id_default_image": product.images[0].id.to_string(), "id_shop_default": "1",
            "reference": product.sku, "ean13": product.ean, "weight": "0.000000", "price": price, "active": "1",
            "state": "1", "visibility": "both", "condition": "new", "date_add": "2026-09-01 08:00:00",
            "quantity": product.stock.to_string(), "meta_description": each(texts, |texts| &texts.seo_description),
            "meta_title": each(texts, |texts| &texts.seo_title), "link_rewrite": each(texts, |texts| &texts.slug),
            "name": each(texts, |texts| &texts.name), "description": each(texts, |texts| &texts.html),
            "description_short": each(texts, |texts| &texts.short),
            "associations": { "categories": [category],
                "images": product.images.iter().map(image).collect::<Vec<_>>(), "product_features": features },
        });
        self.insert("products", product.id, object);
    }

    fn insert(&mut self, kind: &'static str, id: u64, object: Value) {
        self.tables.insert(kind, id, object);
        self.touch(kind, id);
    }
}

/// A text for each language.
fn each<'a>(texts: &'a [Texts; 2], text: impl Fn(&'a Texts) -> &'a str) -> Value {
    LANGUAGES
        .iter()
        .zip(texts)
        .map(|(language, texts)| ((*language).to_owned(), json!(text(texts))))
        .collect()
}
