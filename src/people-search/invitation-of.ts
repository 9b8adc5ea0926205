export const INVITATION_STATES_OF_PEOPLE = ['none', 'pending', 'expired', 'accepted'] as const;

/**
 * How far somebody's invitation is. `none`: nobody has invited them yet, as after an import without mails; `pending`: their
 * link works; `expired`: it does no more; `accepted`: they came in by it, or proved their address in another way.
 */
export type InvitationOfPerson = (typeof INVITATION_STATES_OF_PEOPLE)[number];
