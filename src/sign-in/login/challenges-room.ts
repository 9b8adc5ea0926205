import { defineRoom } from '../../platform/room/define-room.ts';

/**
 * `spent_challenges` has nothing to export or erase: random numbers identify nobody and are dropped within minutes of
 * their expiry.
 */
export const challengesRoom = defineRoom({
  name: 'challenges',
  personalData: () => ({
    room: 'challenges',
    tables: { spent_challenges: 'nobody' },
    exportOf: async () => ({}),
    erase: async () => {},
    parts: {},
    description: { holds: 'numbers of spent challenges, which identify nobody', erased: 'kept for minutes' },
  }),
});
