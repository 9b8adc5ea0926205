import type { PersonalDataContributor } from '../../platform/database/personal-data.ts';
import { dropAlarmsOf, dropAlarmsTo, listAlarms } from './alarm-links-store.ts';
import { alarmsTables } from './alarms-columns.ts';

export const alarmsPersonalData: PersonalDataContributor = {
  room: 'alarms',
  tables: alarmsTables,
  exportOf: async (db, userId) => ({
    change_alarms: (await listAlarms(db, userId)).map((alarm) => ({
      old_email: alarm.old_email,
      old_email_verified_at: alarm.old_verified_at,
      created_at: alarm.created_at,
      expires_at: alarm.expires_at,
      used_at: alarm.used_at,
    })),
  }),
  erase: dropAlarmsOf,
  eraseValues: (tx, { emails }) => dropAlarmsTo(tx, emails),
  parts: {
    change_alarms: { purpose: 'security', kept: { rule: 'alarm_links', from: 'made' } },
  },
  description: {
    holds:
      'links by which the person takes back changes to the account: times, the address before a change of it, a digest of the link',
    erased: 'removed',
  },
};
