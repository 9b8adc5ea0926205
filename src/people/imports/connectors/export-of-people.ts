import type { JsonObject } from './strict-json.ts';

/** The cells of a person, by the headings that the import knows. */
export interface ExportedPerson {
  /** What the other system calls the person: shown beside the row, not imported. */
  readonly id: string;
  readonly email?: string;
  readonly first_name?: string;
  readonly last_name?: string;
  readonly full_name?: string;
  readonly phone?: string;
  readonly role?: string;
  readonly language?: string;
  readonly password_hash?: string;
  /** The authenticator app, as an address that apps read: `otpauth://…`. */
  readonly totp?: string;
  /** What does not come along, in the system's own words. */
  readonly left_behind?: string;
}

export const HEADINGS = [
  'id',
  'email',
  'first_name',
  'last_name',
  'full_name',
  'phone',
  'role',
  'language',
  'password_hash',
  'totp',
  'left_behind',
] as const satisfies readonly (keyof ExportedPerson)[];

/** A word that no role has, so that the import asks what it shall mean. */
export const DISABLED = 'disabled';

/** How the people of one system are read. */
export interface Connector {
  /** Whether an object is a person of this system. */
  readonly isPerson: (item: JsonObject) => boolean;
  readonly read: (item: JsonObject, around: ReadonlyMap<string, JsonObject>) => ExportedPerson;
}

/** `value` where there is one. */
export const ifPresent = <Name extends keyof ExportedPerson>(name: Name, value: string): Partial<ExportedPerson> =>
  value === '' ? {} : { [name]: value };

export const languageOf = (text: string): string => (/^(?:hr|en)\b/i.exec(text)?.[0] ?? '').toLowerCase();
