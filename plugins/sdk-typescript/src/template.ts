/** The forms of address of Polish texts, in the order in which texts contain them. */
export const ADDRESS_FORMS = ["ty", "pan-pani", "neutral"] as const;

export type AddressForm = (typeof ADDRESS_FORMS)[number];

/**
 * `template` with every `{name}` replaced; an unknown name stays unchanged. Inserted values are not processed again,
 * so braces in a user's own words stay.
 */
export function fill(template: string, values: Record<string, string | number>): string {
  return template.replace(/\{([^{}]*)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  );
}

/** `template` in one form of address: the requested alternative of `[ty|Pan, Pani|neutral]`. */
export function address(template: string, form: AddressForm): string {
  return template.replace(/\[([^[\]|]*)\|([^[\]|]*)\|([^[\]|]*)\]/g, (...found: string[]) => {
    return found[ADDRESS_FORMS.indexOf(form) + 1] ?? "";
  });
}
