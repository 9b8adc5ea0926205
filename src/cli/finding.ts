/** One line of `doctor`. `WRONG` makes the command fail; `look` is for a person to judge. */
export interface Finding {
  readonly verdict: 'ok' | 'look' | 'WRONG';
  readonly about: string;
  readonly text: string;
}
