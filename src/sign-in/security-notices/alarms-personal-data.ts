import type { PersonalDataContributor } from '../../platform/database/personal-data.ts';
import { rowsOfPerson } from '../../platform/database/personal-rows.ts';
import { alarmLinksTable } from './alarm.ts';
import { dropAlarmsTo } from './alarm-links-store.ts';

export const alarmsPersonalData: PersonalDataContributor = {
  room: 'alarms',
  ...rowsOfPerson([alarmLinksTable]),
  eraseValues: (tx, { emails }) => dropAlarmsTo(tx, emails),
  description: {
    holds:
      'links by which the person takes back changes to the account: times, the address before a change of it, a digest of the link',
    erased: 'removed',
  },
};
