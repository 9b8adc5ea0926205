const KEPT = 'joining-link';

/** Keeps the link of an invitation while its owner signs in, in this tab alone. */
export const keepJoiningLink = (token: string): void => sessionStorage.setItem(KEPT, token);

export const joiningLink = (): string | undefined => sessionStorage.getItem(KEPT) ?? undefined;

export const dropJoiningLink = (): void => sessionStorage.removeItem(KEPT);
