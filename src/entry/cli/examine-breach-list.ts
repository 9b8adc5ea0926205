import type { Settings } from '../../platform/config/settings.ts';
import { type Clock, epochOf } from '../../platform/kernel/clock.ts';
import { days } from '../../platform/kernel/durations.ts';
import { messageOf } from '../../platform/kernel/unchecked.ts';
import { openBreachList } from '../../sign-in/passwords/breach-list.ts';
import type { Finding } from './finding.ts';

/** New leaks appear all the time, so an old list misses more every month. */
const OLD_AFTER = days(365);

/** Reads all of it, which takes some seconds for each gigabyte. */
export async function examineBreachList({ breachedPasswords }: Settings, clock: Clock): Promise<Finding[]> {
  if (breachedPasswords.file === '') return [];
  const about = 'breach list';
  try {
    const list = await openBreachList(breachedPasswords.file);
    try {
      if (!(await list.isWhole()))
        return [{ verdict: 'WRONG', about, text: `${breachedPasswords.file} is damaged: its checksum differs` }];
      const text = `${list.count} passwords, of ${list.builtAt.slice(0, 10)}; the checksum is right`;
      if (clock.now() - epochOf(list.builtAt) <= OLD_AFTER) return [{ verdict: 'ok', about, text }];
      return [{ verdict: 'warn', about, text: `${text}; it is over a year old: build a newer one` }];
    } finally {
      await list.close();
    }
  } catch (error) {
    return [{ verdict: 'WRONG', about, text: messageOf(error) }];
  }
}
