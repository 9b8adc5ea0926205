/** A text in both languages, side by side. */
export interface Wording {
  readonly hr: string;
  readonly en: string;
}
