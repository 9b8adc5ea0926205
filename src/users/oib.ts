const DIGITS = /^\d{11}$/;

/** True for eleven digits whose last is the check digit of the others (ISO 7064, MOD 11,10), as the Croatian OIB Act asks. */
export function isOib(text: string): boolean {
  return DIGITS.test(text) && Number(text[10]) === checkDigit(text.slice(0, 10));
}

/** The eleventh digit for the first ten. */
export function checkDigit(ten: string): number {
  let product = 10;
  for (const digit of ten) {
    const sum = (product + Number(digit)) % 10 || 10;
    product = (sum * 2) % 11;
  }
  return (11 - product) % 10;
}
