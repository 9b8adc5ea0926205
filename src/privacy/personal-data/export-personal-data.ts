import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { requireWhole, seenAccount } from '../../accounts/permissions/managed-person.ts';
import { listIdsOf } from '../../accounts/users/merged-users-store.ts';
import type { Language } from '../../accounts/users/user.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Call } from '../../platform/http/call.ts';
import { streamWhileLive } from '../../platform/http/stream-while-live.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import { type Described, describeData } from './describe-data.ts';
import { exportOfAll } from './merged-data.ts';
import type { PrivacyDeps } from './personal-data-deps.ts';

/** Increased with every change of format; docs/personal-data.md describes it. */
export const EXPORT_SCHEMA_VERSION = 1;

/** A file with everything stored about one person. */
export interface PersonalDataFile {
  readonly name: string;
  readonly content: AsyncIterable<string>;
}

/** The caller's own data (GDPR art. 15(3), 20). @throws AppError `request.too_many` (429) after ten in an hour */
export async function exportOwnData(deps: PrivacyDeps, call: Call, language?: Language): Promise<PersonalDataFile> {
  const { userId } = call.caller;
  const taken = await deps.exportsOf.take(`user:${userId}`);
  if (!taken.allowed) throw new AppError('request.too_many', { retryAfter: taken.until - deps.clock.now() });
  await deps.database.transaction((tx) => recordAudit(tx, call, { action: 'export.self', about: 'actor' }));
  return fileOf(deps, { userId, language, at: call.at });
}

/** A person's data, for their manager; the person sees this in their access log. @throws AppError 403, 404, 409 */
export async function exportDataOf(deps: PrivacyDeps, call: Call, described: Described): Promise<PersonalDataFile> {
  const { userId } = described;
  const person = requireWhole(call.caller, await seenAccount(deps.database.read, call.caller, userId));
  await deps.database.transaction((tx) => recordAudit(tx, call, { action: 'export.admin', about: person }));
  return fileOf(deps, { ...described, at: call.at });
}

interface ExportRequest extends Described {
  readonly at: Instant;
}

const fileOf = (deps: PrivacyDeps, wanted: ExportRequest): PersonalDataFile => ({
  name: `gdpr-export-${wanted.userId}-${wanted.at.slice(0, 10)}.json`,
  content: exportJson(deps, wanted),
});

/** Entries written between two checks that the sign-in is still live. */
const BATCH = 100;

/** Streams room by room, a few entries at a time, so that nothing is buffered twice and the first bytes are sent at once. */
async function* exportJson(deps: PrivacyDeps, { userId, language, at }: ExportRequest): AsyncGenerator<string> {
  const db = deps.database.read;
  yield `{\n"schema_version": ${EXPORT_SCHEMA_VERSION},\n"exported_at": ${JSON.stringify(at)},\n"user_id": ${userId}`;
  yield `,\n"information": ${JSON.stringify(await describeData(deps, db, { userId, language }))}`;
  const ids = await listIdsOf(db, userId);
  for (const contributor of deps.contributors) {
    for (const [name, part] of Object.entries(await exportOfAll(contributor, db, ids))) {
      yield `,\n${JSON.stringify(name)}: `;
      yield* Array.isArray(part) ? listJson(part) : [JSON.stringify(part)];
    }
  }
  yield '\n}\n';
}

function* listJson(entries: readonly unknown[]): Generator<string> {
  yield '[';
  for (let first = 0; first < entries.length; first += BATCH) {
    const some = entries.slice(first, first + BATCH).map((entry) => JSON.stringify(entry));
    yield `${first === 0 ? '\n' : ',\n'}${some.join(',\n')}`;
  }
  yield ']';
}

/** Sends a download (RFC 6266); the name must be ASCII. Return the result from the handler. */
export function sendFile(
  reply: FastifyReply,
  { name, content }: PersonalDataFile,
  requireLive: () => Promise<void>,
): Readable {
  reply.header('content-disposition', `attachment; filename="${name}"`);
  reply.type('application/json; charset=utf-8');
  return streamWhileLive(content, requireLive);
}
