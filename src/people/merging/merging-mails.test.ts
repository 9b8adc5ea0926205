// engine: both
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { startTestService } from '../../../test/support/test-service.ts';
import type { PersonToCreate } from '../../accounts/users/person-to-create.ts';
import { mailTemplates } from '../../entry/app/declarations.ts';
import { type Instant, instantAt } from '../../platform/kernel/clock.ts';
import { days } from '../../platform/kernel/durations.ts';
import { composeMail } from '../../platform/mail/compose-mail.ts';
import { croatianTime, englishTime } from '../../platform/mail/mail-dates.ts';

const OLD = 'stari@example.hr';
const NEW = 'novi@example.hr';

async function start(t: TestContext, gone: Partial<PersonToCreate> = {}) {
  const service = await startTestService(t, { SVC_2FA_REQUIRED_TIER: '' });
  await service.addPerson({ email: 'glavna@example.hr', role: 'superadmin' });
  const from = await service.addPerson({ email: OLD, ime: 'Mara', prezime: 'Čović', ...gone });
  const into = await service.addPerson({ email: NEW, ime: 'Mara', prezime: 'Čović' });
  const token = await service.tokenOf('glavna@example.hr');
  await service.mails.take();
  const merge = async (body: object = {}) => {
    const target = `POST /api/admin/users/${from.id}/merge`;
    const answer = await service.call(target, { token, body: { into: into.id, ...body } });
    assert.equal(answer.status, 200, answer.text);
  };
  const unmerge = async () =>
    assert.equal((await service.call(`POST /api/admin/users/${from.id}/unmerge`, { token })).status, 204);
  /** What goes out from now on, as it is read: subject, and the lines between greeting and footer. */
  const parts = { keys: service.keys, publicUrl: 'https://iskaznica.example.hr', mailTemplates };
  let last = 0;
  const told = async () => {
    const rows = await service.database.read.selectFrom('mails').selectAll().where('id', '>', last).execute();
    last = Math.max(last, ...rows.map(({ id }) => id));
    return rows.map((row) => {
      const { to, subject, text } = composeMail(parts, row);
      return { to: to.address, about: row.user_id, subject, lines: text.split('\n').filter(Boolean) };
    });
  };
  await told();
  return { service, from, into, merge, unmerge, told, now: () => instantAt(service.clock.now()) };
}

const later = (at: Instant): Instant => instantAt(Date.parse(at) + days(30));

/** Greeting, what is said, and what stands at the end of every mail. */
const said = ([, ...lines]: readonly string[], count: number): readonly string[] => lines.slice(0, count);

test('both addresses are told of a merge: which opens the account, until when it can be undone, and whom to ask', async (t) => {
  const { service, from, into, merge, unmerge, told, now } = await start(t);
  await merge({ dry_run: true });
  assert.deepEqual(await told(), [], 'of what did not happen');
  await merge();
  const at = now();
  const [old, own, ...none] = await told();
  assert.ok(old !== undefined && own !== undefined && none.length === 0);
  assert.deepEqual([old.to, old.about, old.subject], [OLD, from.id, 'Vaši su računi spojeni']);
  assert.deepEqual(said(old.lines, 3), [
    `Vaš je račun ${croatianTime(at)} spojen s još jednim računom (n•••@example.hr). Članstva i dokumenti obaju računa od sada su na jednom mjestu.`,
    'Od sada se prijavljujete adresom n•••@example.hr. Ova adresa više ne otvara račun.',
    `Ako drugi račun nije Vaš ili je došlo do pogreške, odmah se javite svojem administratoru: spajanje se može poništiti do ${croatianTime(later(at))}.`,
  ]);
  assert.deepEqual([own.to, own.about, own.subject], [NEW, into.id, 'Vaši su računi spojeni']);
  assert.deepEqual(said(own.lines, 2), [
    `Vaš je račun ${croatianTime(at)} spojen s još jednim računom (s•••@example.hr). Članstva i dokumenti obaju računa od sada su na jednom mjestu.`,
    'I dalje se prijavljujete ovom adresom. Ako Vas je stranica odjavila, prijavite se ponovno.',
  ]);

  service.clock.advance(60_000);
  await unmerge();
  const undone = await told();
  assert.deepEqual(
    undone.map(({ to, about, subject }) => [to, about, subject]),
    [
      [OLD, from.id, 'Spajanje računa je poništeno'],
      [NEW, into.id, 'Spajanje računa je poništeno'],
    ],
  );
  assert.deepEqual(said(undone[0]?.lines ?? [], 3), [
    `Spajanje Vašeg računa s drugim računom (n•••@example.hr) poništeno je ${croatianTime(now())}. Svaki račun opet ima svoja članstva i svoju prijavu.`,
    'Sve su prijave prekinute. Prijavite se ponovno ovom adresom.',
    'Ako ovo niste očekivali, javite se svojem administratoru.',
  ]);
});

test('where the other way in stays, each address is told what is true of it, in English too', async (t) => {
  const { from, service, merge, told, now } = await start(t, { preferred_language: 'en' });
  await merge({ way_in: from.id });
  const [old, own] = await told();
  assert.equal(old?.subject, 'Vaši su računi spojeni / Your accounts were merged');
  const english = old.lines.slice(old.lines.findIndex((line) => line.startsWith('On ')));
  assert.deepEqual(english.slice(0, 3), [
    `On ${englishTime(now())} your account was merged with another one (n•••@example.hr). The memberships and documents of both are in one place now.`,
    'You still sign in with this address. If you were signed out, sign in again.',
    `If the other account is not yours, or this was a mistake, contact your administrator at once: the merge can be undone until ${englishTime(later(now()))}.`,
  ]);
  assert.deepEqual(
    said(own?.lines ?? [], 2)[1],
    'Od sada se prijavljujete adresom s•••@example.hr. Ova adresa više ne otvara račun.',
  );
  assert.equal((await service.signIn(OLD)).status, 200);
});

test('an address that nobody could sign in with is told nothing', async (t) => {
  const { merge, unmerge, told } = await start(t, { status: 'invited' });
  await merge();
  assert.deepEqual(
    (await told()).map(({ to }) => to),
    [NEW],
  );
  await unmerge();
  assert.deepEqual(
    (await told()).map(({ to }) => to),
    [NEW],
  );
});
