import type { User } from '../../client/wire-types.ts';
import { viewer } from '../auth/rights.ts';

const MOST = 5;

/** Whom the viewer opened in this tab, latest first: only in memory, so that nothing of them stays on the device. */
let recent: { readonly of: number | undefined; readonly people: readonly User[] } = { of: undefined, people: [] };

export function rememberPerson(person: User): void {
  const others = recentPeople().filter(({ id }) => id !== person.id);
  recent = { of: viewer()?.id, people: [person, ...others].slice(0, MOST) };
}

export const recentPeople = (): readonly User[] => (recent.of === viewer()?.id ? recent.people : []);
