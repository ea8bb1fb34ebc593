//! The goods of a fake shop as objects of WooCommerce.

use super::Inner;
use crate::prelude::*;
use crate::util::shops::goods::{self, Goods, Texts};

impl Inner {
    pub fn fill(&mut self, goods: &Goods) {
        let language = if self.settings.locale.starts_with("pl") { goods::POLISH } else { goods::ENGLISH };
        for category in &goods.categories {
            let texts = &category.texts[language];
            let object = json!({ "id": category.id, "name": texts.name, "slug": texts.slug,
                "parent": category.parent,
                "description": texts.html, "display": "default", "image": null, "menu_order": 0, "count": 1 });
            self.tables.insert("categories", category.id, object);
        }
        for brand in &goods.brands {
            let texts = &brand.texts[language];
            let object =
                json!({ "id": brand.id, "name": texts.name, "slug": texts.slug, "description": texts.html });
            self.tables.insert("brands", brand.id, object);
        }
        for attribute in &goods.attributes {
            let name = attribute.names[language];
            let object =
                json!({ "id": attribute.id, "name": name, "slug": format!("pa_{}", goods::slug(name)) });
            self.tables.insert("attributes", attribute.id, object);
        }
        for product in &goods.products {
            let object = self.product(product, goods, language);
            self.tables.insert("products", product.id, object);
            self.touch(product.id);
        }
    }

    fn product(&self, product: &goods::Product, goods: &Goods, language: usize) -> Value {
        let texts: &Texts = &product.texts[language];
        let named = |id: u64, texts: &[Texts; 2]| {
            json!({ "id": id, "name": texts[language].name,
            "slug": texts[language].slug })
        };
        let category = &goods.categories[product.category as usize - 1];
        let brand = &goods.brands[product.brand as usize - 1];
        let attribute = |(id, value): &(u64, String)| {
            let name = goods.attributes[*id as usize - 1].names[language];
            json!({ "id": id, "name": name, "slug": format!("pa_{}", goods::slug(name)), "position": 0,
                "visible": true, "variation": false, "options": [value] })
        };
        let image = |image: &goods::Image| {
            json!({ "id": image.id, "src": format!("https://shop.example/{}.jpg",
            image.id), "name": format!("{}.jpg", image.id), "alt": image.alt[language] })
        };
        let price = format!("{}.{:02}", product.price / 100, product.price % 100);
        let values = [&texts.seo_title, &texts.seo_description];
        let seo = self.settings.seo.keys().into_iter().flatten().zip(values).zip(1..);
        let meta: Vec<Value> = seo
            .filter(|((_, value), _)| !value.is_empty())
            .map(|((key, value), number)| json!({ "id": product.id * 10 + number, "key": key, "value": value }))
            .collect();
        json!({
            "id": product.id, "name": texts.name, "slug": texts.slug, "date_created": "2026-09-01T08:00:00",
            "date_created_gmt": "2026-09-01T06:00:00", "type": "simple", "status": "publish", "featured": false,
            "catalog_visibility": "visible", "description": texts.html, "short_description": texts.short,
            "sku": product.sku, "global_unique_id": product.ean, "price": price, "regular_price": price,
                "sale_price": "",
            "stock_quantity": product.stock, "categories": [named(category.id, &category.texts)], "tags": [],
            "brands": [named(brand.id, &brand.texts)],
                "images": product.images.iter().map(image).collect::<Vec<_>>(),
            "attributes": product.attributes.iter().map(attribute).collect::<Vec<_>>(), "meta_data": meta,
        })
    }
}
