import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { compileCache } from './test-engine.ts';
import type { TestService } from './test-service.ts';

const NODE = join(import.meta.dirname, 'cheap-node.ts');

export interface NodeProcess {
  readonly url: string;
  /** Moves its clock to that of the test. */
  keepTime(): Promise<void>;
  /** Carries out the due ends of applications. Returns how many. */
  endApplications(): Promise<number>;
}

/** Processes that serve from a test's store, which remains available to the test. Stopped with it. */
export async function startNodes(t: TestContext, service: TestService, count: number): Promise<NodeProcess[]> {
  return Promise.all(Array.from({ length: count }, () => startNode(t, service)));
}

async function startNode(t: TestContext, { env, clock }: TestService): Promise<NodeProcess> {
  const behindProxy = { SVC_TRUSTED_PROXIES: '127.0.0.1', PATH: '/usr/bin:/bin' };
  const child = fork(NODE, [String(clock.now())], { env: { ...compileCache, ...env, ...behindProxy } });
  t.after(async () => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  });
  const gone = once(child, 'exit').then(([code]) => Promise.reject(new Error(`A node ended with ${code}`)));
  gone.catch(() => {}); // nobody may be listening when it ends with the test
  const hear = async <Message>() => ((await Promise.race([once(child, 'message'), gone])) as [Message])[0];
  const { port } = await hear<{ port: number }>();
  return {
    url: `http://127.0.0.1:${port}`,
    keepTime: async () => {
      const heard = hear();
      child.send({ now: clock.now() });
      await heard;
    },
    endApplications: async () => {
      const heard = hear<{ ended: number }>();
      child.send({ job: 'application ends' });
      return (await heard).ended;
    },
  };
}
