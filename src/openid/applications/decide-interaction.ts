import type { Call } from '../../platform/http/call.ts';
import { epochOf, type Instant, nowOf } from '../../platform/kernel/clock.ts';
import { seconds } from '../../platform/kernel/durations.ts';
import { agree, isAgreedTo } from './application-consents.ts';
import { findApplicationConsent } from './application-consents-store.ts';
import type { InteractionState } from './applications-wire.ts';
import { findAdmittedPerson, mustConfirmPolicy } from './find-admitted-person.ts';
import { type Browser, type FoundInteraction, findInteraction, gone } from './find-interaction.ts';
import { authenticationOf } from './provider-claims.ts';
import type { ApplicationsDeps } from './provider-host.ts';
import { accountIdOf, subjectFor } from './provider-ids.ts';
import { dropRecordByUid } from './provider-records-store.ts';

const missing = (state: InteractionState['state']): InteractionState => ({ state, redirect_to: null });

interface Decision {
  readonly browser: Browser;
  readonly consent: boolean;
  /** The digest of what was consented to. */
  readonly shown: string | undefined;
  /** With the caller's account, where the application wants the person to choose one. */
  readonly stay: boolean;
}

/**
 * Completes a sign-in to an application as the caller, once nothing is missing. The pages have tokens, the protocol needs
 * cookies; this call has both. @throws AppError 404 `applications.interaction_gone`
 */
export async function decideInteraction(
  deps: ApplicationsDeps,
  call: Call,
  uid: string,
  { browser, consent, shown, stay }: Decision,
): Promise<InteractionState> {
  const { database, clock, factors } = deps;
  const found = await findInteraction(deps, uid, browser);
  const { interaction, application } = found;
  const accountId = accountIdOf(call.caller);
  const asked = { accountId, applicationId: application.id, at: nowOf(clock), needsConsent: false };
  const person = await findAdmittedPerson(database.read, factors, asked);
  if (person === undefined) return missing('not_admitted');
  if (!isFresh(found, person.authenticated_at)) return missing('reauthenticate');
  if (wantsSomebodyElse(deps, found, accountId)) return missing('other_person');
  if (mustChoose(found, person.authenticated_at) && !stay) return missing('select_account');
  if (mustConfirmPolicy(person)) return missing('policy');
  const mustAsk = await mustAskFor(deps, call, found);
  if (mustAsk && !consent) return missing('consent');
  const isSameSession = interaction.session?.accountId === accountId;
  const agreed = await database.transaction(async (tx) => {
    const answer = mustAsk ? await agree(tx, call, { ...found, shown }) : 'agreed';
    if (answer === 'gone') throw gone();
    if (answer === 'changed') return false;
    // The browser's session at the provider belongs to somebody else or to an earlier sign-in, and ends here.
    const uidBefore = isSameSession ? undefined : interaction.session?.uid;
    if (uidBefore !== undefined) await dropRecordByUid(tx, 'Session', uidBefore);
    return true;
  });
  if (!agreed) return missing('consent');
  if (!isSameSession) delete interaction.session;
  const login = { accountId, remember: false, ...authenticationOf(person.methods, person.authenticated_at) };
  interaction.result = { login, consent: {}, select_account: {} };
  await interaction.persist();
  return { state: 'done', redirect_to: interaction.returnTo };
}

/** `prompt=login` and `max_age` count from the application's request, so that nobody has to authenticate twice. */
function isFresh({ prompts, maxAge, askedAt }: FoundInteraction, authenticatedAt: Instant): boolean {
  const age = Math.min(prompts.includes('login') ? 0 : Infinity, maxAge ?? Infinity);
  return epochOf(authenticatedAt) >= epochOf(askedAt) - seconds(age);
}

/** Whoever has signed in since the application asked, has chosen. */
const mustChoose = ({ prompts, askedAt }: FoundInteraction, authenticatedAt: Instant): boolean =>
  prompts.includes('select_account') && authenticatedAt < askedAt;

/** The hint names another person than the caller: asking again would loop. */
function wantsSomebodyElse({ keys }: ApplicationsDeps, found: FoundInteraction, accountId: string): boolean {
  const { interaction, application } = found;
  const hint = interaction.params.id_token_hint;
  if (typeof hint !== 'string') return false;
  const claims = JSON.parse(Buffer.from(hint.split('.')[1] ?? '', 'base64url').toString()); // the library has verified it
  return claims.sub !== subjectFor(keys, accountId, { id: application.id, foreign: application.foreign_at !== null });
}

async function mustAskFor({ database }: ApplicationsDeps, { caller }: Call, found: FoundInteraction): Promise<boolean> {
  const { application, prompts, asked } = found;
  if (application.trusted_at !== null) return false;
  if (prompts.includes('consent') || application.kind === 'native') return true;
  return !isAgreedTo(await findApplicationConsent(database.read, caller.userId, application.id), asked);
}

/** The person refuses: the application is told only that. @throws AppError 404 */
export async function refuseInteraction(deps: ApplicationsDeps, uid: string, browser: Browser): Promise<string> {
  const { interaction } = await findInteraction(deps, uid, browser);
  interaction.result = { error: 'access_denied', error_description: 'the person said no' };
  await interaction.persist();
  return interaction.returnTo;
}
