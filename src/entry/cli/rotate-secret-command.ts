import { byOperator } from '../../platform/audit/audit-context.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { nowOf } from '../../platform/kernel/clock.ts';
import { rewrapKeys, rotateSecretFile } from '../../platform/keys/rotate-secret.ts';
import { readServiceSecrets } from '../../platform/keys/service-secret.ts';
import { defineCommand, UsageError } from './command.ts';
import { type OperatorStore, openKeys, withStore } from './operator-store.ts';

export const rotateSecretCommand = defineCommand({
  name: 'secret rotate',
  summary:
    'Wraps the data keys with a new secret: one that it makes in the data folder, or SVC_SECRET in place of SVC_SECRET_PREVIOUS.',
  options: {},
  run: () => withStore((store) => (store.settings.keys.secret ? rotateGiven(store) : rotateFile(store))),
});

async function rotateFile(store: OperatorStore): Promise<void> {
  await openKeys(store);
  const { database, settings } = store;
  const readSecrets = () => readServiceSecrets(settings);
  const count = await rotateSecretFile(database, settings.server.dataDir, readSecrets, recordRotation(store));
  console.log(`The data folder has a new secret; it wraps ${count} keys anew. A running process takes it by itself.`);
}

/** With several nodes, each must know both secrets before a key is wrapped by the new one. */
async function rotateGiven(store: OperatorStore): Promise<void> {
  const { keys } = store.settings;
  if (keys.secret === undefined || keys.previousSecret === undefined) throw new UsageError(STEPS);
  const { secrets } = await openKeys(store);
  const count = await rewrapKeys(store.database, secrets, keys.secret, recordRotation(store));
  console.log(`SVC_SECRET now wraps every data key, ${count} of them anew. SVC_SECRET_PREVIOUS is no longer needed.`);
}

const STEPS = `The secret of this service is given by SVC_SECRET, so the new one is yours to hand out:
  1. Set SVC_SECRET to the new secret and SVC_SECRET_PREVIOUS to the old one on every node, and restart them one by one.
  2. When every node has both, run "secret rotate" with the same two.
  3. Take SVC_SECRET_PREVIOUS away from every node and restart them when it suits you. Then destroy the old secret.
Rotate no keys between 1 and 2.`;

const recordRotation =
  ({ clock }: OperatorStore) =>
  (tx: Tx, rewrapped: number) =>
    recordAudit(tx, byOperator(['keys.rotate'], nowOf(clock)), {
      action: 'keys.rotate',
      meta: { what: 'secret', rewrapped },
    });
