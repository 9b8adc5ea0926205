import type { PersonalDataContributor } from '../../platform/database/personal-data.ts';
import { passkeysTable } from './passkey.ts';
import { listPasskeys } from './passkeys-of-person.ts';
import { dropOwner, passkeyOwnersTable } from './passkeys-store.ts';

export const passkeysPersonalData: PersonalDataContributor = {
  room: 'passkeys',
  tables: [passkeyOwnersTable, passkeysTable],
  exportOf: async (db, userId) => ({
    passkeys: (await listPasskeys(db, userId)).map((passkey) => ({
      name: passkey.name,
      host: passkey.rp_id,
      model: passkey.aaguid,
      synced: passkey.device_type === 'multiDevice',
      transports: passkey.transports,
      created_at: passkey.created_at,
      backed_up_at: passkey.backed_up_at,
      last_used_at: passkey.last_used_at,
      verified_at: passkey.verified_at,
      refused_at: passkey.refused_at,
      second_step_only: passkey.purpose === 'second_step',
    })),
  }),
  erase: dropOwner,
  description: {
    holds:
      'passkeys: public keys, names that their owner gave them, model of the authenticator, times; a random user handle',
    erased: 'removed',
  },
};
