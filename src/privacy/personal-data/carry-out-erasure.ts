import { showRecipientsOf } from '../../accounts/recipients/show-recipients.ts';
import { findTenant } from '../../accounts/tenants/tenants-store.ts';
import { findAccount, holdAnyUserRow, listBirths } from '../../accounts/users/accounts-store.ts';
import { listIdsOf } from '../../accounts/users/merged-users-store.ts';
import { byOperator } from '../../platform/audit/audit-context.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { findNewestHead } from '../../platform/audit/single-records-store.ts';
import { isStoreAway, isStoreUnavailable } from '../../platform/database/store-errors.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { type Instant, instantAt, nowOf } from '../../platform/kernel/clock.ts';
import { type Milliseconds, minutes } from '../../platform/kernel/durations.ts';
import { asError, codeOf } from '../../platform/kernel/unchecked.ts';
import { enqueueMail } from '../../platform/mail/enqueue-mail.ts';
import { findMailState } from '../../platform/mail/listed-mails-store.ts';
import { forgetRecordedMails } from '../../platform/mail/recorded-mails.ts';
import { eraseData } from './erase-data.ts';
import type { ErasureRequest, ErasureStep } from './erasure.ts';
import { certificateOf, signCertificate } from './erasure-certificate.ts';
import { changeRequest, type RequestChange } from './erasure-requests-store.ts';
import type { PrivacyDeps } from './personal-data-deps.ts';

/** Checkpoints of a run, before each step and between its effects outside the database; tests interrupt it there. */
export type ErasurePoint = ErasureStep | 'mails-removed' | 'files-removed' | 'ledger-written' | 'compacted';

type At = (point: ErasurePoint) => Promise<void>;

/** How long to wait for the last mail before erasing anyway. */
const MAIL_WAITS: Milliseconds = minutes(10);

/** Takes an approved erasure through its steps until it is done, fails, or waits for its mail. */
export async function carryOut(deps: PrivacyDeps, begun: ErasureRequest, at: At): Promise<void> {
  let request: ErasureRequest | undefined = begun;
  try {
    while (request?.status === 'approved') {
      await at(request.step);
      request = await nextStep(deps, request, at);
    }
  } catch (error) {
    // An unavailable store is not a failure of the request: the next run continues.
    if (isStoreAway(error) || isStoreUnavailable(error)) throw error;
    await recordFailure(deps, begun, error);
  }
}

/** The request after its next step; `undefined` when it waits, or another node has continued it. */
function nextStep(deps: PrivacyDeps, request: ErasureRequest, at: At): Promise<ErasureRequest | undefined> {
  if (request.step === 'start') return sendLastMail(deps, request);
  if (request.step === 'mail') return eraseWhenMailed(deps, request);
  return complete(deps, request, at);
}

/** Only the caller that still finds the request at this step moves it on. */
const leaving = (step: ErasureStep) => ({ status: ['approved'], step }) as const;

function sendLastMail({ database, clock }: PrivacyDeps, { id, user_id, origin }: ErasureRequest) {
  const now = clock.now();
  const at = instantAt(now);
  return database.transaction(async (tx) => {
    const user = await holdAnyUserRow(tx, user_id);
    const wait = { step: 'mail', last_mail_until: instantAt(now + MAIL_WAITS), updated_at: at } as const;
    const left = await changeRequest(tx, id, leaving('start'), wait);
    // No mail without a request: the account was deleted long ago, or its erasure is repeated.
    if (left === undefined || user === undefined || origin !== 'request') return left;
    const mailId = await enqueueMail(tx, { kind: 'erasure-completed', to: user, params: { at }, at });
    return changeRequest(tx, id, leaving('mail'), { last_mail_id: mailId, updated_at: at });
  });
}

async function eraseWhenMailed(deps: PrivacyDeps, request: ErasureRequest): Promise<ErasureRequest | undefined> {
  const { last_mail_id: mailId, last_mail_until: until } = request;
  const state = mailId === null ? undefined : await findMailState(deps.database.read, mailId);
  const isUnderWay = state === 'queued' || state === 'sending';
  if (isUnderWay && until !== null && until > nowOf(deps.clock)) return undefined;
  return eraseData(deps, request);
}

/** Deletes files and recorded mails, appends to the ledger, then closes the request. */
async function complete(deps: PrivacyDeps, request: ErasureRequest, at: At): Promise<ErasureRequest | undefined> {
  const { database, clock, keys, dataDir, ledger, publicUrl } = deps;
  const { id, user_id: userId, erased_at: erasedAt } = request;
  await forgetRecordedMails(dataDir, request.mail_ids);
  await at('mails-removed');
  const ids = await listIdsOf(database.read, userId);
  for (const one of ids) await deps.removeFiles(one);
  await at('files-removed');
  const person = await findAccount(database.read, userId);
  if (person === undefined || erasedAt === null) throw new Error('A user cannot disappear');
  // Under each id: a backup may be older than their merging.
  for (const { id: user_id, created_at } of await listBirths(database.read, ids))
    await ledger.append({ request_id: id, user_id, user_created_at: created_at, erased_at: erasedAt });
  await at('ledger-written');
  await database.compact();
  await at('compacted');
  const done = nowOf(clock);
  const organisation = (await findTenant(database.read, person.tenant_id))?.name ?? '';
  const head = await findNewestHead(database.read);
  const { orders: told } = await showRecipientsOf(database.read, ids, { kind: 'erase' });
  const occasion = { issuer: publicUrl, organisation, at: done, head, told };
  const certificate = signCertificate(keys, certificateOf(request, occasion));
  const closed: RequestChange = { status: 'completed', step: 'done', completed_at: done, certificate };
  return database.transaction(async (tx) => {
    const completed = await changeRequest(tx, id, leaving('erased'), { ...closed, updated_at: done });
    if (completed === undefined) return undefined;
    const meta = { request_id: id, blanked: request.blanked_ids };
    const about = { about: person, meta };
    await recordAudit(tx, byOperator(['erasure.complete'], done), { action: 'erasure.complete', ...about });
    return completed;
  });
}

async function recordFailure({ database, clock, log }: PrivacyDeps, { id, user_id }: ErasureRequest, error: unknown) {
  const at: Instant = nowOf(clock);
  const failure = reasonOf(error);
  const where = asError(error)
    .stack?.split('\n')
    .filter((line) => /^\s+at /.test(line));
  log.error({ erasure: id, failure, where }, 'an erasure failed');
  await database.transaction(async (tx) => {
    const change = { status: 'failed', failed_at: at, failure, updated_at: at } as const;
    if ((await changeRequest(tx, id, { status: ['approved'] }, change)) === undefined) return;
    const about = { about: await findAccount(tx, user_id), meta: { request_id: id, failure } };
    await recordAudit(tx, byOperator(['erasure.fail'], at), { action: 'erasure.fail', ...about });
  });
}

/** Only the kind of error: its message may quote the data to be erased. */
const reasonOf = (error: unknown): string =>
  error instanceof AppError ? error.code : (codeOf(error) ?? asError(error).name);
