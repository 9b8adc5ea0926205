export const INVITATION_STATES_OF_PEOPLE = ['none', 'pending', 'expired', 'accepted'] as const;

/**
 * The state of a person's invitation. `none`: not invited yet, as after an import without mails; `pending`: the link is valid;
 * `expired`: it is not any more; `accepted`: they used it, or proved their address in another way.
 */
export type InvitationOfPerson = (typeof INVITATION_STATES_OF_PEOPLE)[number];
