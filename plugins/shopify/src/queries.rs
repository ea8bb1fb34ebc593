//! The documents of GraphQL. All values are variables.

pub const CHECK: &str = "query check {
  shop { name currencyCode primaryDomain { url } }
  shopLocales { locale primary published }
  productsCount { count }
}";

/// What not every version answers; a check works without it.
pub const RIGHTS: &str = "query rights {
  currentAppInstallation { accessScopes { handle } }
  collectionsCount { count }
}";

pub const STORE: &str = "query store {
  shop { currencyCode primaryDomain { url } }
  shopLocales { locale primary published }
}";

macro_rules! product {
    () => {
        "id title descriptionHtml handle status vendor productType seo { title description }
      variants(first: 1) { nodes { sku barcode price } }
      collections(first: 3) { nodes { title } }
      metafields(first: 10) { nodes { key value } }
      media(first: 10) { nodes { id alt ... on MediaImage { image { url } } } }"
    };
}

macro_rules! collection {
    () => {
        "id title descriptionHtml handle seo { title description }"
    };
}

pub const PRODUCTS: &str = concat!(
    "query products($first: Int!, $after: String) {
  products(first: $first, after: $after, sortKey: ID) {
    nodes {
      ",
    product!(),
    "
    }
    pageInfo { hasNextPage endCursor }
  }
  productsCount { count }
}"
);

pub const PRODUCTS_BY_ID: &str = concat!(
    "query productsById($ids: [ID!]!) {
  nodes(ids: $ids) {
    ... on Product {
      ",
    product!(),
    "
    }
  }
}"
);

pub const COLLECTIONS: &str = concat!(
    "query collections($first: Int!, $after: String) {
  collections(first: $first, after: $after, sortKey: ID) {
    nodes { ",
    collection!(),
    " }
    pageInfo { hasNextPage endCursor }
  }
}"
);

pub const COLLECTIONS_BY_ID: &str = concat!(
    "query collectionsById($ids: [ID!]!) {
  nodes(ids: $ids) { ... on Collection { ",
    collection!(),
    " } }
}"
);

/// The texts for search engines alone.
pub const SEO: &str = "query seo($ids: [ID!]!) {
  nodes(ids: $ids) {
    ... on Product { id seo { title description } }
    ... on Collection { id seo { title description } }
  }
}";

/// The texts of resources with their digests, and their translations into one language.
pub const TRANSLATIONS: &str = "query translations($ids: [ID!]!, $first: Int!, $locale: String!) {
  translatableResourcesByIds(resourceIds: $ids, first: $first) {
    nodes {
      resourceId
      translatableContent { key digest }
      translations(locale: $locale) { key value }
    }
  }
}";

pub const UPDATE_PRODUCT: &str = "mutation productUpdate($product: ProductUpdateInput!) {
  productUpdate(product: $product) { product { id } userErrors { field message } }
}";

pub const UPDATE_COLLECTION: &str = "mutation collectionUpdate($input: CollectionInput!) {
  collectionUpdate(input: $input) { collection { id } userErrors { field message } }
}";

pub const REGISTER: &str =
    "mutation translationsRegister($resourceId: ID!, $translations: [TranslationInput!]!) {
  translationsRegister(resourceId: $resourceId, translations: $translations) {
    translations { key } userErrors { field message }
  }
}";

pub const REMOVE: &str =
    "mutation translationsRemove($resourceId: ID!, $keys: [String!]!, $locales: [String!]!) {
  translationsRemove(resourceId: $resourceId, translationKeys: $keys, locales: $locales) {
    translations { key } userErrors { field message }
  }
}";

pub const UPDATE_FILES: &str = "mutation fileUpdate($files: [FileUpdateInput!]!) {
  fileUpdate(files: $files) { files { id } userErrors { field message } }
}";
