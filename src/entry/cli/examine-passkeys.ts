import { enrolTierOf, type Settings } from '../../platform/config/settings.ts';
import type { Db } from '../../platform/database/database.ts';
import { type Clock, nowOf } from '../../platform/kernel/clock.ts';
import { countPasskeysBoundElsewhere, countPeopleShutOut } from '../../sign-in/passkeys/passkeys-bound-elsewhere.ts';
import { relyingParty } from '../../sign-in/passkeys/relying-party.ts';
import type { Finding } from './examine-folder.ts';

/** A passkey is bound to the host it was created for: after a move it does not work, and its owner may have no other way to sign in. */
export async function examinePasskeys(settings: Settings, db: Db, clock: Clock): Promise<Finding[]> {
  const { server, passkeys } = settings;
  const party = relyingParty(server.publicUrl, passkeys.relatedOrigins);
  const rpId = party.isOn ? party.id : '';
  const stranded = await countPasskeysBoundElsewhere(db, rpId);
  const shut = await countPeopleShutOut(db, { rpId, enrolTier: enrolTierOf(settings), at: nowOf(clock) });
  const texts = [
    ...(stranded === 0
      ? []
      : [`${stranded} are bound to another host than that of SVC_PUBLIC_URL (${server.publicUrl}): they open nothing`]),
    ...(shut === 0
      ? []
      : [`people who cannot sign in, since their only second step is a key that opens nothing: ${shut}`]),
  ];
  return texts.map((text) => ({ verdict: 'warn', about: 'passkeys', text }));
}
