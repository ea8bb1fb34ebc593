/** Places that are not folders, by their names in the address. */
export const UNFILED = "none";
export const FAVOURITES = "favourites";
export const TRASH = "trash";
