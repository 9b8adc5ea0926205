import type { TestContext } from 'node:test';
import { createUser } from '../../src/accounts/users/create-user.ts';
import { byOperator } from '../../src/platform/audit/audit-context.ts';
import { nowOf, systemClock } from '../../src/platform/kernel/clock.ts';
import { PROCESS_PASSWORD, type SeededStore, seedStore } from './seeded-store.ts';

export const ADMIN = 'uvoznica@example.hr';

/** A store with an administrator, for processes to serve from. */
export async function seedAdmin(t: TestContext, env: Record<string, string> = {}): Promise<SeededStore> {
  const store = await seedStore(t, { people: 1, env: { SVC_2FA_REQUIRED_TIER: '', ...env } });
  const passwordHash = await store.service.passwords.hash(PROCESS_PASSWORD);
  const person = { tenantId: 1, email: ADMIN, ime: 'Ana', prezime: 'A', role: 'admin', status: 'active' } as const;
  const at = nowOf(systemClock);
  await store.database.transaction((tx) =>
    createUser(tx, byOperator(['user.create'], at), { ...person, passwordHash }),
  );
  return store;
}
