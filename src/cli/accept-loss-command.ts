import { hostname, userInfo } from 'node:os';
import { acceptBreak, findLoss } from '../audit/accept-break.ts';
import { byOperator } from '../audit/audit-context.ts';
import { headFile } from '../audit/audit-head-file.ts';
import { whyUnsafe } from '../audit/seal-audit.ts';
import { instantAt } from '../kernel/clock.ts';
import { defineCommand } from './command.ts';
import { openKeys, withStore } from './operator-store.ts';

export const acceptLossCommand = defineCommand({
  name: 'audit accept-loss',
  summary:
    'Lets the audit chain go on after a failover that lost records, on record. Shows the loss; --yes accepts it.',
  options: {
    yes: { kind: 'flag', about: 'Do it. Without it nothing is changed.' },
    by: {
      kind: 'text',
      placeholder: 'name',
      about: 'Who accepts it, for the record; the user of this machine otherwise.',
    },
  },
  run: ({ yes, by }) =>
    withStore(async (store) => {
      const { keys } = await openKeys(store);
      const { database, clock } = store;
      const deps = { database, clock, keys, heads: headFile(store.settings.server.dataDir) };
      const reason = await whyUnsafe(database.read, deps);
      if (reason === undefined) throw new Error('Nothing is lost: the audit chain goes on by itself.');
      const { seq, lostSeq, lostSignedAt } = await findLoss(deps);
      console.log(`The audit chain stands still: ${reason}.`);
      console.log(
        `The database ends at ${seq}. Outside it a head of ${lostSeq} is known, signed ${lostSignedAt ?? 'never'}.`,
      );
      console.log(
        'Records between them are lost, or somebody has put an older database in its place. Find out which first.',
      );
      if (!yes) return console.log('Nothing was done. To go on, and have that on record: audit accept-loss --yes');
      const call = byOperator(['audit.accept_loss'], instantAt(clock.now()));
      const who = by ?? `${userInfo().username}@${hostname()}`;
      await acceptBreak(deps, { kind: 'loss', by: who, call });
      console.log(`Accepted by ${who}: the chain goes on after ${seq}. "audit verify" tells it from now on.`);
    }),
});
