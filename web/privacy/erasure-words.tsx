import type { ManagedErasure } from '../../client/wire-types.ts';
import type { Say, TextKey } from '../i18n/texts.ts';
import { useTexts } from '../i18n/texts.ts';

export const ERASURE_STATES = ['pending', 'approved', 'failed', 'completed', 'rejected', 'cancelled'] as const;
export const ERASURE_ORIGINS = ['request', 'retention', 'replay'] as const;
export type ErasureState = (typeof ERASURE_STATES)[number];

/** For lists. */
export const stateWord = (say: Say, state: ErasureState): string => say(`privacy.state.${state}`);

export const originWord = (say: Say, { origin }: Pick<ManagedErasure, 'origin'>): string =>
  say(`privacy.origin.${origin as (typeof ERASURE_ORIGINS)[number]}`);

/** The person concerned. Only the number is left of an erased person. */
export const personOf = (say: Say, { full_name, user_id }: { full_name: string; user_id: number }): string =>
  full_name.trim() === '' ? say('privacy.person.number', { id: user_id }) : full_name;

export function StatePill({ state }: { state: ErasureState | 'held' }) {
  const { say } = useTexts();
  return (
    <span className="pill" data-erasure={state}>
      {say(`privacy.one.${state}`)}
    </span>
  );
}

/** The name of an area in the current language; the service's own where there is none. */
export const wordsOr = (say: Say, key: string, known: string, values: Record<string, string | number> = {}): string => {
  const text = say(key as TextKey, values);
  return text === key ? known : text;
};

export const roomName = (say: Say, room: string): string => wordsOr(say, `privacy.room.${room}`, room);

/** `3 prijave · 12 zapisa u dnevniku`. */
export const amountsOf = (say: Say, entries: object): string =>
  Object.entries(entries as Record<string, number>)
    .map(([name, count]) => wordsOr(say, `privacy.entry.${name}`, `${name} ${count}`, { count }))
    .join(' · ');
