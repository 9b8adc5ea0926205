import { integerSetting } from './setting.ts';

export const sessionSettings = {
  accessMinutes: integerSetting('SVC_ACCESS_TTL_MIN', {
    fallback: 15,
    min: 1,
    max: 1440,
    why: 'Life of an access token, minutes. Revocation does not wait for it: the session record is read at every request.',
  }),
  refreshDays: integerSetting('SVC_REFRESH_TTL_DAYS', {
    fallback: 30,
    min: 1,
    max: 365,
    why: 'Life of a refresh token, days.',
  }),
  signInDays: integerSetting('SVC_SESSION_MAX_DAYS', {
    fallback: 90,
    min: 1,
    max: 365,
    why: 'A sign-in ends after this many days however often it is refreshed.',
  }),
  refreshGraceSeconds: integerSetting('SVC_REFRESH_GRACE_SEC', {
    fallback: 10,
    min: 0,
    max: 60,
    why: 'Within this time a spent refresh token still gets the very same successor, for parallel tabs and lost answers. Seconds.',
  }),
  mostSignIns: integerSetting('SVC_SESSIONS_MAX', {
    fallback: 1000,
    min: 1,
    max: 100_000,
    why: 'Most live sign-ins of one user. One more ends the one that was unused longest.',
  }),
} as const;
