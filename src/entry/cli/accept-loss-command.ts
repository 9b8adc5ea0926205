import { pino } from 'pino';
import { acceptBreak, findLoss } from '../../platform/audit/accept-break.ts';
import { byOperator } from '../../platform/audit/audit-context.ts';
import { whyUnsafe } from '../../platform/audit/seal-audit.ts';
import { nowOf, systemClock } from '../../platform/kernel/clock.ts';
import { skipLostNumbers } from '../app/declarations.ts';
import { readSettings } from '../app/read-settings.ts';
import { openService } from '../start/service.ts';
import { askSuperadmin } from './ask-superadmin.ts';
import { defineCommand } from './command.ts';
import { requireStore } from './operator-store.ts';

export const acceptLossCommand = defineCommand({
  name: 'audit accept-loss',
  summary:
    'Lets the audit chain go on after a failover that lost records, on record. Shows the loss; --yes accepts it.',
  options: {
    yes: { kind: 'flag', about: 'Do it, as a superadmin. Without it nothing is changed.' },
    by: {
      kind: 'text',
      placeholder: 'name',
      about: 'Name to sign it with; by default the id of the superadmin.',
    },
  },
  notes: `With --yes it asks a superadmin for e-mail, password and, where they have one, a code of the second factor: on the terminal, or
as three lines of standard input. Wrong ones count as at the sign-in. A passkey cannot be shown here: where every superadmin has only
that, "user create --role superadmin --password-stdin" makes one with a password, on record, to be removed afterwards.`,
  run: async ({ yes, by }) => {
    const settings = readSettings();
    requireStore(settings);
    const service = await openService(settings, { log: pino({ level: 'silent' }) });
    try {
      const { database, keys, heads } = service;
      const deps = { database, clock: systemClock, keys, heads };
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
      const actor = await askSuperadmin(service);
      const { context, at } = byOperator(['audit.accept_loss'], nowOf(systemClock));
      const who = by ?? `superadmin ${actor.id}`;
      await database.transaction(skipLostNumbers);
      await acceptBreak(deps, { kind: 'loss', by: who, call: { context: { ...context, actor }, at } });
      console.log(`Accepted by ${who}: the chain goes on after ${seq}. "audit verify" tells it from now on.`);
    } finally {
      await service.close();
    }
  },
});
