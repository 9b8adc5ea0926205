/**
 * The one look of all mails: a deep Adriatic blue, warm greys, nothing loaded from anywhere. The light colours stand in
 * `style` attributes, since some programs drop the sheet; the sheet holds what only a sheet can say: the dark ones.
 */
export const inlineStyles = {
  page: 'margin:0;padding:24px 16px;background:#f4f2ef;color:#23262b;font:16px/1.6 system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif',
  card: 'max-width:560px;margin:0 auto;padding:32px;background:#ffffff;border:1px solid #dedad4;border-radius:8px',
  brand:
    'margin:0 0 24px;padding:0 0 16px;border-bottom:3px solid #0b4a75;color:#0b4a75;font-size:20px;font-weight:700',
  paragraph: 'margin:0 0 16px',
  code: 'margin:24px 0;font-size:32px;font-weight:700;letter-spacing:2px;color:#0b4a75',
  action: 'margin:24px 0',
  button:
    'display:inline-block;padding:12px 24px;border-radius:8px;background:#0b4a75;color:#ffffff;font-weight:600;text-decoration:none',
  address: 'margin:0 0 16px;font-size:14px;color:#4f545c;word-break:break-all',
  link: 'color:#0b4a75',
  note: 'margin:0 0 16px;font-size:14px;color:#4f545c',
  rule: 'margin:32px 0;border:0;border-top:1px solid #dedad4',
  footer: 'max-width:560px;margin:16px auto 0;padding:0 32px;font-size:13px;color:#5c6169',
} as const;

export type StyleName = keyof typeof inlineStyles;

/** `[data-ogsc]` is how Outlook's dark mode is reached. `!important` beats the `style` attributes. */
export const styleSheet = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){${darkRules('')}}
${darkRules('[data-ogsc] ')}`;

function darkRules(prefix: string): string {
  const rules = {
    '.page': 'background:#14171b!important;color:#e8e5e0!important',
    '.card': 'background:#1d2126!important;border-color:#383d44!important',
    '.brand': 'color:#8fc7ee!important;border-color:#8fc7ee!important',
    '.code,.link': 'color:#8fc7ee!important',
    '.button': 'background:#8fc7ee!important;color:#0a2438!important',
    '.address,.note,.footer': 'color:#b4b8be!important',
    '.rule': 'border-color:#383d44!important',
  };
  const prefixed = (selectors: string) =>
    selectors
      .split(',')
      .map((selector) => prefix + selector)
      .join(',');
  return Object.entries(rules)
    .map(([selectors, declarations]) => `${prefixed(selectors)}{${declarations}}`)
    .join('');
}
