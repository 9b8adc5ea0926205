const KEPT = 'iskaznica_address';

/** The address last typed in this tab: after a lockout or a reset nobody types it again. Gone once they are signed in. */
export const keptAddress = (): string => sessionStorage.getItem(KEPT) ?? '';
export const keepAddress = (email: string): void => sessionStorage.setItem(KEPT, email);
export const dropAddress = (): void => sessionStorage.removeItem(KEPT);
