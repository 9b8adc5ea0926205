import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { systemClock } from '../../platform/kernel/clock.ts';
import { buildBreachList } from '../../sign-in/passwords/build-breach-list.ts';
import { defineCommand } from './command.ts';

const NOTES = `<from> is what the downloader of Have I Been Pwned writes: one file of lines HASH:COUNT sorted by hash, or a folder of
range files ABCDE.txt with lines SUFFIX:COUNT. Nothing is asked of the network. <to> is written whole or not at all; the
running service keeps the list that it opened until it is started again.`;

const SHOWN_EVERY = 10_000_000;

export const buildBreachListCommand = defineCommand({
  name: 'passwords build-breach-list',
  summary: 'Makes the list of breached passwords for SVC_BREACHED_PASSWORDS_FILE from SHA-1 hashes; needs no settings.',
  argument: { name: 'from', about: 'The hashes: a file or a folder.' },
  secondArgument: { name: 'to', about: 'The list to write.' },
  options: {},
  notes: NOTES,
  run: async ({ from, to }) => {
    const begun = performance.now();
    let shown = 0;
    const onProgress = (count: number) => {
      if (count < shown + SHOWN_EVERY) return;
      shown = count;
      console.log(`${inMillions(count)} million hashes`);
    };
    const count = await buildBreachList({ from, to: resolve(to), clock: systemClock, onProgress });
    const took = Math.round((performance.now() - begun) / 1000);
    console.log(`${count} hashes in ${Math.ceil(statSync(to).size / 1024 ** 2)} MiB, in ${took} s: ${to}`);
  },
});

const inMillions = (count: number): number => Math.floor(count / 1_000_000);
