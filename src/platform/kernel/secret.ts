import { inspect } from 'node:util';

const HIDDEN = '[secret]';

/** Holds a value that must not reach a log, error or JSON response by accident: every way of printing it is masked. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** The unmasked value. */
  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return HIDDEN;
  }

  toJSON(): string {
    return HIDDEN;
  }

  [inspect.custom](): string {
    return HIDDEN;
  }
}
