const ENDED = 'iskaznica_ended';

/**
 * The service ended the sign-in of this tab: from another device, by a new password, by an administrator. The sign-in page
 * says so; who merely follows a link without being signed in reads something else.
 */
export const recordEndHere = (): void => sessionStorage.setItem(ENDED, '1');
export const wasEndedHere = (): boolean => sessionStorage.getItem(ENDED) !== null;
export const dropEndedHere = (): void => sessionStorage.removeItem(ENDED);
