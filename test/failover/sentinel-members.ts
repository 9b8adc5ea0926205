import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { DEPLOY } from '../support/deploy-tool.ts';
import { freePort } from '../support/service-process.ts';
import { type HostProgram, startHostProgram } from './host-program.ts';

export interface RedisMember {
  readonly port: number;
  readonly sentinelPort: number;
  readonly host: HostProgram;
  isPrimary(): boolean;
}

/** Three Redis and three Sentinels with the configurations of `deploy/redis`. */
export async function startRedis(t: TestContext, folder: string): Promise<RedisMember[]> {
  const ports = [await freePort(), await freePort(), await freePort()];
  const members: RedisMember[] = [];
  for (const [index, port] of ports.entries()) {
    const home = join(folder, `redis${index + 1}`);
    mkdirSync(home);
    const first = `127.0.0.1 ${ports[0]}`;
    const configure = (name: string, ownPort: number, more: string) => {
      const written = readFileSync(join(DEPLOY, 'redis', name), 'utf8')
        .replaceAll('0.0.0.0', '127.0.0.1')
        .replace(/^port \d+$/m, `port ${ownPort}`)
        .replace('10.0.0.21 6379', first);
      writeFileSync(join(home, name), `${written}dir ${home}\n${more}`);
      return join(home, name);
    };
    const redis = configure('redis.conf', port, index === 0 ? '' : `replicaof ${first}\n`);
    const sentinelPort = await freePort();
    const sentinel = configure('sentinel.conf', sentinelPort, '');
    const command = 'redis-server';
    const host = startHostProgram(t, { name: 'redis', command, words: [redis], folder: home });
    startHostProgram(t, { name: 'sentinel', command, words: [sentinel, '--sentinel'], folder: home });
    const isPrimary = () => {
      const words = ['-p', String(port), 'info', 'replication'];
      return spawnSync('redis-cli', words, { encoding: 'utf8', timeout: 2000 }).stdout.includes('role:master');
    };
    members.push({ port, sentinelPort, host, isPrimary });
  }
  return members;
}
