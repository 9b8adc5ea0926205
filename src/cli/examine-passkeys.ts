import type { Settings } from '../config/settings.ts';
import type { Db } from '../database/database.ts';
import { countPasskeysBoundElsewhere, countPeopleShutOut } from '../passkeys/passkeys-bound-elsewhere.ts';
import { relyingParty } from '../passkeys/relying-party.ts';
import type { Finding } from './finding.ts';

/** A passkey is bound to the host it was created for: after a move it does not work, and its owner may have no other way to sign in. */
export async function examinePasskeys({ server, passkeys }: Settings, db: Db): Promise<Finding[]> {
  const party = relyingParty(server.publicUrl, passkeys.relatedOrigins);
  const host = party.isOn ? party.id : '';
  const [stranded, shut] = [await countPasskeysBoundElsewhere(db, host), await countPeopleShutOut(db, host)];
  const texts = [
    ...(stranded === 0
      ? []
      : [`${stranded} are bound to another host than that of SVC_PUBLIC_URL (${server.publicUrl}): they open nothing`]),
    ...(shut === 0
      ? []
      : [`people who cannot sign in, since their only second step is a security key that opens nothing: ${shut}`]),
  ];
  return texts.map((text) => ({ verdict: 'warn', about: 'passkeys', text }));
}
