import type { TestService } from './test-service.ts';

/** Forgets all wrong passwords and codes, for tests that would be locked out by what they repeat. */
export async function forgetGuesses({ database }: Pick<TestService, 'database'>): Promise<void> {
  await database.transaction((tx) => tx.deleteFrom('lockouts').execute());
}
