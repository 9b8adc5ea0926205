import type { Db } from '../../src/platform/database/database.ts';

/** Counts the statements that are begun through it. */
export function countingReads(db: Db) {
  let asked = 0;
  const read = new Proxy(db, {
    get: (target, name) => {
      if (name === 'selectFrom') asked += 1;
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
  return { read, asked: () => asked };
}
