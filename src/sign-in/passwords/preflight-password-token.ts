import type { TokenKind } from '../../accounts/action-tokens/action-token.ts';
import { invalidToken, preflightToken } from '../../accounts/action-tokens/redeem-action-token.ts';
import { showBranding } from '../../accounts/tenants/branding-wire.ts';
import { findAccount } from '../../accounts/users/find-account.ts';
import { maskedEmail } from '../../accounts/users/masked-email.ts';
import type { Database } from '../../platform/database/database.ts';
import { type Clock, nowOf } from '../../platform/kernel/clock.ts';

/** What a page may show before it asks for a password. Does not spend the token. @throws AppError `token.invalid` (400) */
export async function preflightPasswordToken(
  { database, clock }: { database: Database; clock: Clock },
  kind: TokenKind,
  raw: string,
) {
  const token = await preflightToken(database.read, raw, kind, nowOf(clock));
  const owner = await findAccount(database.read, token.user_id);
  if (owner === undefined || owner.status === 'deleted') throw invalidToken();
  const shown = {
    valid: true,
    kind,
    expires_at: token.expires_at,
    email: maskedEmail(owner.email),
    tenant_name: owner.tenant_name,
    branding: showBranding({ color: owner.tenant_color, logo: owner.tenant_logo }),
  };
  if (kind !== 'invite') return shown;
  const inviter = token.created_by === null ? undefined : await findAccount(database.read, token.created_by);
  const invited_by = inviter === undefined || inviter.status === 'deleted' ? null : inviter.full_name;
  return { ...shown, ime: owner.ime, invited_by };
}
