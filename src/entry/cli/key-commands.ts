import { byOperator } from '../../platform/audit/audit-context.ts';
import { headFile } from '../../platform/audit/audit-head-file.ts';
import { type Endorsement, endorseChain } from '../../platform/audit/endorse-chain.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type Instant, nowOf } from '../../platform/kernel/clock.ts';
import { findRevocable, type Revocation, revokeKey } from '../../platform/keys/revoke-key.ts';
import { KEY_LEAD_TIME, KEY_RELOAD_EVERY, rotateKeys } from '../../platform/keys/rotate-keys.ts';
import { rewrapKeys, rotateSecretFile } from '../../platform/keys/rotate-secret.ts';
import { readServiceSecrets } from '../../platform/keys/service-secret.ts';
import { countSessionsOfKey, endSessionsOfKey } from '../../sign-in/sessions/end-sessions.ts';
import { defineCommand, UsageError } from './command.ts';
import { type OperatorStore, openKeys, withStore } from './operator-store.ts';

export const rotateKeysCommand = defineCommand({
  name: 'keys rotate',
  summary: 'Creates a new signing and encryption key. Tokens signed by the old one stay valid.',
  options: {},
  run: () =>
    withStore(async (store) => {
      await openKeys(store);
      const at = nowOf(store.clock);
      const readSecrets = () => readServiceSecrets(store.settings);
      const made = await rotateKeys(store.database, readSecrets, store.clock, (tx, keys) =>
        recordAudit(tx, byOperator(['keys.rotate'], at), {
          action: 'keys.rotate',
          meta: { what: 'keys', kids: keys.map(({ kid }) => kid) },
        }),
      );
      const names = made.map(({ kid }) => kid).join(', ');
      console.log(`Made ${names}. In use in ${KEY_LEAD_TIME / 1000} s, when every running node knows them.`);
    }),
});

export const rotateSecretCommand = defineCommand({
  name: 'secret rotate',
  summary:
    'Wraps the data keys with a new secret: one that it makes in the data folder, or SVC_SECRET in place of SVC_SECRET_PREVIOUS.',
  options: {},
  run: () => withStore((store) => (store.settings.keys.secret ? rotateProvidedSecret(store) : rotateFile(store))),
});

async function rotateFile(store: OperatorStore): Promise<void> {
  await openKeys(store);
  const { database, settings } = store;
  const readSecrets = () => readServiceSecrets(settings);
  const count = await rotateSecretFile(database, settings.server.dataDir, readSecrets, recordRotation(store));
  console.log(`The data folder has a new secret; it wraps ${count} keys anew. A running process takes it by itself.`);
}

/** With several nodes, each must know both secrets before a key is wrapped by the new one. */
async function rotateProvidedSecret(store: OperatorStore): Promise<void> {
  const { keys } = store.settings;
  if (keys.secret === undefined || keys.previousSecret === undefined) throw new UsageError(STEPS);
  const { secrets } = await openKeys(store);
  const count = await rewrapKeys(store.database, secrets, keys.secret, recordRotation(store));
  console.log(`SVC_SECRET now wraps every data key, ${count} of them anew. SVC_SECRET_PREVIOUS is no longer needed.`);
}

const STEPS = `The secret of this service is given by SVC_SECRET, so the new one is yours to hand out:
  1. Set SVC_SECRET to the new secret and SVC_SECRET_PREVIOUS to the old one on every node, and restart them one by one.
  2. When every node has both, run "secret rotate" with the same two.
  3. Take SVC_SECRET_PREVIOUS away from every node and restart them when it suits you. Then destroy the old secret.
Rotate no keys between 1 and 2.`;

const recordRotation =
  ({ clock }: OperatorStore) =>
  (tx: Tx, rewrapped: number) =>
    recordAudit(tx, byOperator(['keys.rotate'], nowOf(clock)), {
      action: 'keys.rotate',
      meta: { what: 'secret', rewrapped },
    });

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
