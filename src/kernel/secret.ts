import { inspect } from 'node:util';

const HIDDEN = '[secret]';

/** Holds a value that must never reach a log, an error or a JSON answer by accident: every way of printing it is blind. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** The value itself, at the one place that needs it. */
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
