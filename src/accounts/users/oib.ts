const DIGITS = /^\d{11}$/;

/** True for eleven digits with a valid check digit (ISO 7064, MOD 11,10), as the Croatian OIB Act requires. */
export function isOib(text: string): boolean {
  return DIGITS.test(text) && Number(text[10]) === checkDigit(text.slice(0, 10));
}

/** The check digit of the first ten. */
export function checkDigit(ten: string): number {
  let product = 10;
  for (const digit of ten) {
    const sum = (product + Number(digit)) % 10 || 10;
    product = (sum * 2) % 11;
  }
  return (11 - product) % 10;
}
