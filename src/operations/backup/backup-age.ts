import { listSuperadmins } from '../../accounts/users/accounts-store.ts';
import { BEFORE_ALL, epochOf, instantAt } from '../../platform/kernel/clock.ts';
import { days, hours } from '../../platform/kernel/durations.ts';
import { enqueueMails } from '../../platform/mail/enqueue-mail.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { claimNote, findNotes } from './backup-notes-store.ts';

/** Without a schedule of the service's own: assumes a timer that makes a backup every night and rehearses one every week. */
const NIGHTLY = { made: hours(36), rehearsed: days(10) };
const WARNED_EVERY = days(1);

/** Mails superadmins once a day while the last backup or the last rehearsal is too old. */
export async function warnOfOldBackups({
  database,
  clock,
  settings,
}: Pick<Platform, 'database' | 'clock' | 'settings'>): Promise<void> {
  const { everyHours, rehearseDays } = settings.backup;
  const now = clock.now();
  const at = instantAt(now);
  const oldest = {
    made: everyHours === 0 ? NIGHTLY.made : hours(everyHours) * 1.5,
    rehearsed: everyHours === 0 || rehearseDays === 0 ? NIGHTLY.rehearsed : days(rehearseDays) * 1.5,
  };
  const { scheduled, told, ...last } = await findNotes(database.read, clock);
  if (scheduled === undefined)
    return void (await database.transaction((tx) => claimNote(tx, 'scheduled', at, BEFORE_ALL)));
  const isOld = (kind: 'made' | 'rehearsed') => now - epochOf(last[kind] ?? scheduled) > oldest[kind];
  if (!isOld('made') && !isOld('rehearsed')) return;
  if (told !== undefined && now - epochOf(told) < WARNED_EVERY) return;
  await database.transaction(async (tx) => {
    if (!(await claimNote(tx, 'told', at, instantAt(now - WARNED_EVERY)))) return; // another node did
    const params = { made: last.made ?? '', rehearsed: last.rehearsed ?? '' } as const;
    const people = await listSuperadmins(tx);
    await enqueueMails(
      tx,
      people.map((to) => ({ kind: 'backup-too-old', to, params, at }) as const),
    );
  });
}
