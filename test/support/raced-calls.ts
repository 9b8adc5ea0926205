import type { TestContext } from 'node:test';
import { startNodes } from './node-processes.ts';
import type { TestService } from './test-service.ts';

export interface RacedCall {
  readonly name: string;
  readonly target: string;
  readonly token?: string;
  readonly body?: unknown;
}

/**
 * Starts two processes on the store of a test. What it returns sends calls at once, by turns to both, each from another address, and
 * resolves to `name status code` of each, sorted.
 */
export async function startRace(
  t: TestContext,
  service: TestService,
): Promise<(calls: readonly RacedCall[]) => Promise<string[]>> {
  const nodes = await startNodes(t, service, 2);
  let raced = 0;
  const send = async ({ name, target, token, body }: RacedCall, index: number): Promise<string> => {
    const [method = '', path = ''] = target.split(' ');
    const answer = await fetch(`${nodes[index % 2]?.url}${path}`, {
      method,
      headers: {
        'x-forwarded-for': `10.9.${raced % 256}.${index + 1}`,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const { code = '' } = text === '' ? {} : JSON.parse(text);
    return `${name} ${answer.status} ${code}`.trim();
  };
  return async (calls) => {
    raced++;
    await Promise.all(nodes.map((node) => node.keepTime()));
    return (await Promise.all(calls.map(send))).sort();
  };
}
