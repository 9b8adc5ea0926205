const rules = new Intl.PluralRules('hr');

/** The form that a Croatian number takes: `one` (1, 21, 31…), `few` (2–4, 22–24…) or `other` (0, 5–20, 25…). */
export function plural(count: number, forms: { one: string; few: string; other: string }): string {
  return forms[rules.select(count) as keyof typeof forms] ?? forms.other;
}
