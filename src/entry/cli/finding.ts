/** One line of `doctor`. `WRONG` makes the command fail; `warn` leaves the decision to the operator. */
export interface Finding {
  readonly verdict: 'ok' | 'warn' | 'WRONG';
  readonly about: string;
  readonly text: string;
}
