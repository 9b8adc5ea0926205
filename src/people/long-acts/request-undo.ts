import type { RawBuilder, SqlBool } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { AnyCaller } from '../../platform/http/caller.ts';
import { AppError, type RefusalCode } from '../../platform/kernel/app-error.ts';
import type { ActStore } from './acts-store.ts';
import { type Act, requesterOf } from './long-act.ts';

interface UndoOrder<Of extends Act> {
  readonly acts: ActStore<Of>;
  readonly id: number;
  /** When acts of this kind have something to undo, and what else of theirs is set. */
  readonly only: { readonly where: RawBuilder<SqlBool> } & Readonly<Record<string, unknown>>;
  /** Where there is nothing to undo. */
  readonly refusal: RefusalCode;
  /** Records that it was asked for. */
  readonly record?: (tx: Tx, undoing: Of) => Promise<void>;
}

/** Requests the undoing of an act; it runs in the background. @throws AppError `refusal` */
export const requestUndo = <Of extends Act>(
  { database }: { readonly database: Database },
  { context, caller, at }: Call<AnyCaller>,
  { acts, id, only, refusal, record }: UndoOrder<Of>,
): Promise<Of> =>
  database.transaction(async (tx) => {
    const asked = { ...requesterOf(context, caller.tier), undo_requested_at: at };
    const undoing = await acts.openForUndo(tx, id, asked, only);
    if (undoing === undefined) throw new AppError(refusal);
    await record?.(tx, undoing);
    return undoing;
  });
