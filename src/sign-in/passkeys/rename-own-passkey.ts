import { checkedText } from '../../accounts/users/checked-fields.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Call } from '../../platform/http/call.ts';
import { invalidField } from '../../platform/http/request-refusal.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { Passkey } from './passkey.ts';
import type { PasskeysDeps } from './passkeys-deps.ts';
import { passkeyErrors } from './passkeys-errors.ts';
import { renamePasskey } from './passkeys-store.ts';

/** @throws AppError 404 `passkey.not_found`; InvalidRequest 422 */
export async function renameOwnPasskey(
  { database }: PasskeysDeps,
  call: Call,
  { id, name: wanted }: { readonly id: number; readonly name: string },
): Promise<Passkey> {
  const name = checkedText('name', wanted);
  if (name === '') throw invalidField('body', 'name', 'too_short', 'Ovo je polje obavezno.');
  return database.transaction(async (tx) => {
    const passkey = await renamePasskey(tx, call.caller.userId, id, name);
    if (passkey === undefined) throw new AppError(passkeyErrors['passkey.not_found']);
    await recordAudit(tx, call, { action: 'passkey.rename', about: 'actor', meta: { passkey_id: id } });
    return passkey;
  });
}
