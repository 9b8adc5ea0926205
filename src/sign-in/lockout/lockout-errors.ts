import { errorTable } from '../../platform/kernel/app-error.ts';
import { LOCKED_MEMBERS } from './guess-members.ts';

export const lockoutErrors = errorTable({
  'attempts.locked': {
    status: 423,
    detail: 'Račun je privremeno zaključan.',
    when: 'Too many wrong passwords or codes in a row; the text counts them as `(5/5)`, `count`, `most` and `lock_minutes` as numbers. `locked_until` and `Retry-After` say until when, also for the right password.',
    members: LOCKED_MEMBERS,
  },
  'attempts.address_blocked': {
    status: 429,
    detail: 'Previše neuspjelih prijava s ove adrese. Pokušajte kasnije.',
    when: 'Too many failed sign-ins from one client address inside the sliding window.',
  },
  'attempts.busy': {
    status: 503,
    detail: 'Upravo se provjerava više prijava odjednom. Pokušajte ponovno.',
    when: 'As many guesses as allowed are being checked at this moment; nothing was counted.',
  },
});
