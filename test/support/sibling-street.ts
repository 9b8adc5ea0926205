import type { TestContext } from 'node:test';
import { freePort } from './service-process.ts';
import { startTestService, type TestService } from './test-service.ts';

/** The accounts service on a port of its own, which sibling applications reach. */
export interface Street {
  readonly service: TestService;
  /** Where the accounts service answers. */
  readonly origin: string;
  readonly boss: string;
  readonly member: string;
}

export async function openStreet(t: TestContext): Promise<Street> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const service = await startTestService(
    t,
    { SVC_PUBLIC_URL: origin, SVC_PRIVATE_ADDRESSES: '127.0.0.0/8' },
    { now: Date.now() },
  );
  await service.server.listen({ host: '127.0.0.1', port });
  await service.addPerson({ email: 'gazda@example.hr', role: 'superadmin' });
  await service.addPerson({ email: 'ana@example.hr', ime: 'Ana', prezime: 'Čavić' });
  const [boss, member] = [await service.tokenOf('gazda@example.hr'), await service.tokenOf('ana@example.hr')];
  return { service, origin, boss, member };
}
