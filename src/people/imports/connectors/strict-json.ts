/** JSON of another system that is not what it should be. */
export class BadJson extends Error {}

export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export type JsonObject = ReadonlyMap<string, Json>;

const DEEPEST = 32;
const TOKEN = /[ \t\r\n]*(?:([{}[\],:])|("[^"\\]*(?:\\.[^"\\]*)*")|(-?\d[\d.eE+-]*|true|false|null))/y;

/**
 * Reads JSON where two readers could understand it differently: a name given twice is refused, and members lie in maps, so that none
 * of them reaches a prototype. @throws BadJson also for what is nested more than 32 deep
 */
export function strictJson(text: string): Json {
  let at = 0;
  const next = (): RegExpExecArray => {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text);
    if (token === null) throw new BadJson();
    at = TOKEN.lastIndex;
    return token;
  };
  const isNext = (mark: string): boolean => {
    const before = at;
    if (next()[1] === mark) return true;
    at = before;
    return false;
  };
  const expect = (mark: string) => {
    if (next()[1] !== mark) throw new BadJson();
  };
  const list = (end: string, item: () => void) => {
    if (isNext(end)) return;
    for (;;) {
      item();
      if (isNext(end)) return;
      expect(',');
    }
  };
  const value = (depth: number): Json => {
    if (depth > DEEPEST) throw new BadJson();
    const [, mark, string, scalar] = next();
    if (string !== undefined || scalar !== undefined) return scalarOf(string ?? scalar ?? '');
    if (mark === '[') {
      const items: Json[] = [];
      list(']', () => items.push(value(depth + 1)));
      return items;
    }
    if (mark !== '{') throw new BadJson();
    const members = new Map<string, Json>();
    list('}', () => {
      const name = next()[2];
      if (name === undefined) throw new BadJson();
      const key = String(scalarOf(name));
      if (members.has(key)) throw new BadJson();
      expect(':');
      members.set(key, value(depth + 1));
    });
    return members;
  };
  const read = value(0);
  if (text.slice(at).trim() !== '') throw new BadJson();
  return read;
}

function scalarOf(text: string): string | number | boolean | null {
  try {
    return JSON.parse(text);
  } catch {
    throw new BadJson();
  }
}

const NOTHING: JsonObject = new Map();

export const asObject = (value: Json | undefined): JsonObject => (value instanceof Map ? value : NOTHING);

export const asList = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);

/** Numbers too, since some systems write ids so; nothing for anything else. */
export const asText = (value: Json | undefined): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
