import { AppError } from '../../platform/kernel/app-error.ts';
import { passkeyErrors } from './passkeys-errors.ts';
import type { RelyingParty } from './relying-party.ts';

/** @throws AppError 404 `passkey.off` */
export function requireOn(party: RelyingParty): Extract<RelyingParty, { isOn: true }> {
  if (!party.isOn) throw new AppError(passkeyErrors['passkey.off']);
  return party;
}
