/** How a Polish text speaks to its reader, in the order in which texts hold the forms. */
export const ADDRESS_FORMS = ["ty", "pan-pani", "neutral"] as const;

export type AddressForm = (typeof ADDRESS_FORMS)[number];

/**
 * `template` with every `{name}` replaced; a name that is not given stays as it stands. What is put in is not looked at
 * again, so braces in a person's own words stay what they are.
 */
export function fill(template: string, values: Record<string, string | number>): string {
  return template.replace(/\{([^{}]*)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  );
}

/** `template` in one form of address: of `[ty|Pan, Pani|neutral]` the alternative that is asked for. */
export function address(template: string, form: AddressForm): string {
  return template.replace(/\[([^[\]|]*)\|([^[\]|]*)\|([^[\]|]*)\]/g, (...found: string[]) => {
    return found[ADDRESS_FORMS.indexOf(form) + 1] ?? "";
  });
}
