import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { canonicalEmail } from '../kernel/email-address.ts';
import { Secret } from '../kernel/secret.ts';
import { codeOf } from '../kernel/unchecked.ts';

/** One environment variable: how it is parsed, and its entry in docs/configuration.md. */
export interface Setting<Value> {
  readonly name: string;
  readonly range: string;
  readonly fallback: string;
  readonly why: string;
  readonly secret: boolean;
  /** Returns the value, or a description of valid values. Gets `undefined` when the variable is not set. */
  readonly parse: (raw: string | undefined) => { value: Value } | { problem: string };
}

interface About<Value> {
  readonly fallback: Value;
  readonly why: string;
}

type Parsed<Value> = { value: Value } | { problem: string };

function setting<Value>(
  name: string,
  range: string,
  about: About<Value>,
  parse: (raw: string) => Parsed<Value>,
  fallbackText = String(about.fallback ?? ''),
): Setting<Value> {
  return {
    name,
    range,
    fallback: fallbackText,
    why: about.why,
    secret: false,
    parse: (raw) => (raw === undefined ? { value: about.fallback } : parse(raw)),
  };
}

export const textSetting = (name: string, about: About<string>): Setting<string> =>
  setting(name, 'text', about, (value) => ({ value }));

export const patternSetting = (
  name: string,
  about: About<string> & { pattern: string; maxLength: number; range: string },
): Setting<string> =>
  setting(
    name,
    about.range,
    about,
    (raw): Parsed<string> =>
      raw.length <= about.maxLength && new RegExp(about.pattern).test(raw)
        ? { value: raw }
        : { problem: `must be ${about.range}` },
  );

/** An e-mail address in canonical form; empty when not set. */
export const emailSetting = (name: string, about: { why: string }): Setting<string> =>
  setting(name, 'name@domain', { ...about, fallback: '' }, (raw): Parsed<string> => {
    const value = canonicalEmail(raw);
    return value === undefined ? { problem: 'must be an e-mail address: name@domain' } : { value };
  });

const HOST_NAME = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i;

export const hostSetting = (name: string, about: About<string>): Setting<string> =>
  setting(
    name,
    'address or host name',
    about,
    (raw): Parsed<string> =>
      isIP(raw) !== 0 || HOST_NAME.test(raw) ? { value: raw } : { problem: 'must be an address or a host name' },
  );

export function integerSetting(name: string, about: About<number> & { min: number; max: number }): Setting<number> {
  const range = `${about.min}–${about.max}`;
  return setting(name, range, about, (raw): Parsed<number> => {
    const value = Number(raw);
    const fits = /^\d{1,9}$/.test(raw) && value >= about.min && value <= about.max;
    return fits ? { value } : { problem: `must be a whole number in ${range}` };
  });
}

export const ratioSetting = (name: string, about: About<number>): Setting<number> =>
  setting(name, '0–1', about, (raw): Parsed<number> => {
    const value = Number(raw);
    return /^\d(?:\.\d{1,9})?$/.test(raw) && value <= 1 ? { value } : { problem: 'must be a number from 0 to 1' };
  });

/** A number of processes, or `auto` for one per core. */
export function processesSetting(name: string, about: About<number> & { most: number }): Setting<number> {
  const range = `1–${about.most}, auto`;
  return setting(name, range, about, (raw): Parsed<number> => {
    const value = raw === 'auto' ? Math.min(availableParallelism(), about.most) : Number(raw);
    const fits = /^(?:auto|\d{1,3})$/.test(raw) && value >= 1 && value <= about.most;
    return fits ? { value } : { problem: `must be a whole number in 1–${about.most}, or auto` };
  });
}

/** On for `1`, off for `0`; off when not set, unless its fallback is on. */
export const flagSetting = (name: string, about: { why: string; fallback?: boolean }): Setting<boolean> =>
  setting(
    name,
    '0, 1',
    { why: about.why, fallback: about.fallback ?? false },
    (raw): Parsed<boolean> => (raw === '0' || raw === '1' ? { value: raw === '1' } : { problem: 'must be 0 or 1' }),
    about.fallback ? '1' : '0',
  );

export function choiceSetting<const Choice extends string>(
  name: string,
  about: About<Choice> & { choices: readonly Choice[] },
): Setting<Choice> {
  const range = about.choices.map((choice) => choice || 'empty').join(', ');
  return setting(name, range, about, (raw): Parsed<Choice> => {
    const value = about.choices.find((choice) => choice === raw);
    return value === undefined ? { problem: `must be one of ${range}` } : { value };
  });
}

/** An absolute http(s) address without path, query or credentials; empty when not set. */
export function originSetting(name: string, about: About<string>): Setting<string> {
  return setting(name, 'http(s)://host[:port]', about, (raw): Parsed<string> => {
    const value = originOf(raw);
    return value === undefined
      ? { problem: 'must be an http or https address without path or credentials' }
      : { value };
  });
}

/** An https address with any path; plain http only to this machine, for tests. */
export function secureAddressSetting(name: string, about: About<string>): Setting<string> {
  return setting(name, 'https://host/path', about, (raw): Parsed<string> => {
    const url = URL.parse(raw);
    const local = url?.protocol === 'http:' && /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(url.hostname);
    const fits = url !== null && (url.protocol === 'https:' || local) && url.username === '' && url.password === '';
    return fits
      ? { value: url.href }
      : { problem: 'must be an https address without credentials (plain http only to a loopback address)' };
  });
}

/** An http or https address with any path, without credentials; empty when not set. */
export const webAddressSetting = (name: string, about: About<string>): Setting<string> =>
  setting(name, 'http(s)://host[:port][/path]', about, (raw): Parsed<string> => {
    const url = URL.parse(raw);
    const fits = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
    return fits && url.search === '' && url.hash === ''
      ? { value: raw }
      : { problem: 'must be an http or https address without credentials or query' };
  });

const NONE: readonly string[] = [];

export function originListSetting(name: string, about: { why: string }): Setting<readonly string[]> {
  return setting(name, 'comma-separated origins', { ...about, fallback: NONE }, (raw): Parsed<readonly string[]> => {
    const origins = listOf(raw).map(originOf);
    const value = origins.filter((origin) => origin !== undefined);
    return value.length === origins.length ? { value } : { problem: 'must list http or https origins without path' };
  });
}

export function listSetting(
  name: string,
  about: {
    why: string;
    range: string;
    accepts: (item: string) => boolean;
    /** Problems with items that are each valid. */
    problemOf?: (items: readonly string[]) => string | undefined;
  },
): Setting<readonly string[]> {
  return setting(name, about.range, { ...about, fallback: NONE }, (raw): Parsed<readonly string[]> => {
    const value = listOf(raw);
    const problem = value.every(about.accepts) ? about.problemOf?.(value) : `must be ${about.range}`;
    return problem === undefined ? { value } : { problem };
  });
}

/** A secret, never printed. It may also come from the file named by `<NAME>_FILE`. `undefined` when not set. */
export function secretSetting(
  name: string,
  about: { why: string; range?: string; problemOf?: (text: string) => string | undefined },
): Setting<Secret | undefined> {
  return {
    name,
    range: about.range ?? 'text',
    fallback: '',
    why: about.why,
    secret: true,
    parse: (raw) => {
      if (raw === undefined) return { value: undefined };
      const problem = about.problemOf?.(raw);
      return problem === undefined ? { value: new Secret(raw) } : { problem };
    },
  };
}

export type Environment = Readonly<Record<string, string | undefined>>;
export type Section = Readonly<Record<string, Setting<unknown>>>;
export type Values<S extends Section> = {
  readonly [Key in keyof S]: S[Key] extends Setting<infer Value> ? Value : never;
};

/** Reads one section and collects all problems, so that one start shows every mistake. */
export function readSection<S extends Section>(section: S, env: Environment, problems: string[]): Values<S> {
  const entries = Object.entries(section).map(([key, entry]) => [key, readSetting(entry, env, problems)]);
  return Object.fromEntries(entries) as Values<S>;
}

function readSetting(entry: Setting<unknown>, env: Environment, problems: string[]): unknown {
  const raw = rawValue(entry, env, problems);
  const parsed = entry.parse(raw);
  if ('value' in parsed) return parsed.value;
  problems.push(`${entry.name} ${parsed.problem}`);
  return undefined;
}

/** An empty variable counts as unset, since compose files and service managers write it that way. */
function rawValue(entry: Setting<unknown>, env: Environment, problems: string[]): string | undefined {
  const direct = env[entry.name]?.trim() || undefined;
  const file = entry.secret ? env[`${entry.name}_FILE`]?.trim() || undefined : undefined;
  if (direct !== undefined && file !== undefined)
    problems.push(`${entry.name} and ${entry.name}_FILE are both set; set one`);
  if (file === undefined) return direct;
  try {
    return readFileSync(file, 'utf8').trim() || undefined;
  } catch (cause) {
    problems.push(`${entry.name}_FILE cannot be read: ${codeOf(cause) ?? 'unknown reason'}`);
    return undefined;
  }
}

const listOf = (raw: string): string[] =>
  raw
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

function originOf(raw: string): string | undefined {
  const url = URL.parse(raw);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return undefined;
  const bare =
    url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '' && url.password === '';
  return bare ? url.origin : undefined;
}
