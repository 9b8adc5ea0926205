import type { Database, Tx } from '../../platform/database/database.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { TenantId, UserId } from '../../platform/kernel/entity-id.ts';
import type { ReceivedBy } from './recipient.ts';
import { addReceived, keepRecipient, listUnrecorded } from './recipients-store.ts';

interface ReceivingApplication {
  readonly id: string;
  readonly name: string;
  readonly tenant_id: TenantId | null;
}

interface Received {
  readonly application: ReceivingApplication;
  readonly userIds: readonly UserId[];
  readonly by: ReceivedBy;
  readonly at: Instant;
}

/** Notes in the transaction of the act that an application is given data of these people. Reads only where it has them already. */
export async function recordReceipt(tx: Tx, { application, userIds, by, at }: Received): Promise<void> {
  const fresh = await listUnrecorded(tx, application.id, userIds);
  if (fresh.length === 0) return;
  const { id, name, tenant_id } = application;
  await keepRecipient(tx, { id, kind: 'application', tenant_id, name, created_by: null, created_at: at });
  await addReceived(tx, id, fresh, { received_by: by, since: at });
}

/** Like `recordReceipt`, before the data leave: no transaction where there is nothing new. */
export async function recordBeforeSending(database: Database, received: Received): Promise<void> {
  const { application, userIds } = received;
  if ((await listUnrecorded(database.read, application.id, userIds)).length === 0) return;
  await database.transaction((tx) => recordReceipt(tx, received));
}
