import { byOperator } from '../../platform/audit/audit-context.ts';
import { headFile } from '../../platform/audit/audit-head-file.ts';
import { type Endorsement, endorseChain } from '../../platform/audit/endorse-chain.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { type Instant, nowOf } from '../../platform/kernel/clock.ts';
import { findRevocable, type Revocation, revokeKey } from '../../platform/keys/revoke-key.ts';
import { KEY_RELOAD_EVERY } from '../../platform/keys/rotate-keys.ts';
import { readServiceSecrets } from '../../platform/keys/service-secret.ts';
import { countSessionsOfKey, endSessionsOfKey } from '../../sign-in/sessions/end-sessions.ts';
import { defineCommand } from './command.ts';
import { type OperatorStore, openKeys, withStore } from './operator-store.ts';

export const revokeKeyCommand = defineCommand({
  name: 'keys revoke',
  summary:
    'Revokes a leaked signing key, also one of ID tokens: nothing that it signed is accepted any more. Shows the consequences; --yes does it.',
  argument: { name: 'kid', about: 'The key, as "kid" names it in tokens and heads.' },
  options: { yes: { kind: 'flag', about: 'Do it. Without it nothing is changed.' } },
  run: ({ kid, yes }) =>
    withStore(async (store) => {
      const { purpose, revoked_at } = await findRevocable(store.database.read, kid);
      if (revoked_at !== null) return finish(store, kid, revoked_at);
      console.log(purpose === 'signing' ? await costOf(store, kid) : costOfIdTokens(kid));
      if (yes) await revoke(store, kid);
      else console.log(`Nothing was done. To revoke it: keys revoke ${kid} --yes`);
    }),
});

async function costOf({ database, clock }: OperatorStore, kid: string): Promise<string> {
  const signIns = await countSessionsOfKey(database.read, kid, nowOf(clock));
  return `Revoking ${kid} cannot be undone. It costs:
  - ${signIns} sign-ins: whoever has one signs in again. Every other token that it signed is refused too.
  - Its public key leaves the key set: who checks tokens with a copy of that set must fetch it again.
  - Audit heads that it signed prove nothing any more. The end of the chain is signed anew as it stands now: later changes
    are found, those made while the key was in wrong hands only by heads that were kept elsewhere.
  - Certificates of erasure that it signed cannot be checked any more. The audit log still has the erasures.`;
}

const costOfIdTokens = (kid: string): string => `Revoking ${kid} cannot be undone. It costs:
  - Its public key leaves the key set: every application must fetch that anew before anybody can enter it again. One that
    does so only when it meets a name that it does not know trusts ${kid} until it has.
  - ID tokens that it signed do not lead back here any more: whoever signs out by one is asked first.
  Nobody is signed out. Applications that may have been deceived have to end their own sign-ins.`;

async function revoke(store: OperatorStore, kid: string): Promise<void> {
  const { database, settings, clock } = store;
  const { keys } = await openKeys(store);
  const heads = headFile(settings.server.dataDir);
  let endorsement: Endorsement | undefined;
  const readSecrets = () => readServiceSecrets(settings);
  const revocation = await revokeKey(database, readSecrets, clock, kid, async (tx, made) => {
    endorsement = await endorseChain(tx, { keys, heads }, made);
    const meta = { kid, signing: made.signing.kid, endorsed: endorsement.head?.seq ?? null };
    await recordAudit(tx, byOperator(['keys.revoke'], made.at), { action: 'keys.revoke', meta });
  });
  if (endorsement?.head !== undefined) await heads.append(endorsement.head);
  if (revocation !== undefined) tell(revocation, endorsement);
  await finish(store, kid, revocation?.at ?? nowOf(clock));
}

function tell({ kid, signing, isNew }: Revocation, endorsement: Endorsement | undefined): void {
  console.log(`Revoked ${kid}. ${signing.kid}${isNew ? ', made just now,' : ''} signs from now on.`);
  console.log(
    `What ${kid} signed is refused at once; running nodes drop it from the key set within ${KEY_RELOAD_EVERY / 1000} s.`,
  );
  if (endorsement?.refused !== undefined)
    console.log(`The end of the audit chain was not signed anew: ${endorsement.refused}. See "audit verify".`);
}

/** Completes the revocation; also completes an interrupted one. */
async function finish({ database, clock }: OperatorStore, kid: string, since: Instant): Promise<void> {
  const ended = await endSessionsOfKey(database, kid, nowOf(clock));
  console.log(`${kid} is revoked since ${since}. Ended ${ended} sign-ins.`);
}
