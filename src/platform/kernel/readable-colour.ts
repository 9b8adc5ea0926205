/** `#rrggbb` in lower case. */
export type Colour = `#${string}`;

/** A chosen colour made readable: a shade is the chosen one itself where its contrast suffices. */
export interface ReadableShades {
  /** On light backgrounds, and under white text. */
  readonly on_light: Colour;
  /** On dark backgrounds, and under dark text. */
  readonly on_dark: Colour;
}

/** WCAG 2.2 §1.4.3 (AA). */
const LEAST_CONTRAST = 4.5;
/** The darkest light background of pages and mails, and the lightest dark one: a shade readable on these is readable on all. */
const LIGHT_GROUND = '#f0eeea';
const DARK_GROUND = '#22282d';
const STEP = 0.02;

/** Darkens or lightens a colour until it can be read, keeping its hue. */
export const readableShades = (colour: Colour): ReadableShades => ({
  on_light: towards(colour, 0, LIGHT_GROUND),
  on_dark: towards(colour, 255, DARK_GROUND),
});

/** Between 1 and 21 (WCAG 2.2, relative luminance). */
export function contrastOf(one: Colour, other: Colour): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((first, second) => first - second);
  return (lighter + 0.05) / (darker + 0.05);
}

function towards(colour: Colour, end: number, ground: Colour): Colour {
  const parts = partsOf(colour);
  for (let share = 0; share < 1; share += STEP) {
    const shade = colourOf(parts.map((part) => part + (end - part) * share));
    if (contrastOf(shade, ground) >= LEAST_CONTRAST) return shade;
  }
  return colourOf([end, end, end]);
}

const partsOf = (colour: Colour): number[] =>
  [1, 3, 5].map((index) => Number.parseInt(colour.slice(index, index + 2), 16));

const colourOf = (parts: readonly number[]): Colour =>
  `#${parts.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = partsOf(colour).map((part) => linear(part / 255));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const linear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
