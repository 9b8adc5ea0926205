/** The page where people change their password, passkeys and second factor. */
export const SECURITY_PAGE = '/profil?tab=sigurnost';
