import { byOperator } from '../../platform/audit/audit-context.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { nowOf } from '../../platform/kernel/clock.ts';
import { KEY_LEAD_TIME, rotateKeys } from '../../platform/keys/rotate-keys.ts';
import { readServiceSecrets } from '../../platform/keys/service-secret.ts';
import { defineCommand } from './command.ts';
import { openKeys, withStore } from './operator-store.ts';

export const rotateKeysCommand = defineCommand({
  name: 'keys rotate',
  summary: 'Creates a new signing and encryption key. Tokens signed by the old one stay valid.',
  options: {},
  run: () =>
    withStore(async (store) => {
      await openKeys(store);
      const at = nowOf(store.clock);
      const readSecrets = () => readServiceSecrets(store.settings);
      const made = await rotateKeys(store.database, readSecrets, store.clock, (tx, keys) =>
        recordAudit(tx, byOperator(['keys.rotate'], at), {
          action: 'keys.rotate',
          meta: { what: 'keys', kids: keys.map(({ kid }) => kid) },
        }),
      );
      const names = made.map(({ kid }) => kid).join(', ');
      console.log(`Made ${names}. In use in ${KEY_LEAD_TIME / 1000} s, when every running node knows them.`);
    }),
});
