import type { FastifyReply } from 'fastify';
import { Accepted } from '../../platform/http/define-route.ts';
import type { SignInDeps } from './sign-in-deps.ts';

/**
 * Signs in, ends what this browser was signed in to, attaches the guest's consents to the account and notes the browser; only
 * after success does the browser get a new visit and the cookie that identifies it.
 */
export async function signInWithVisit<Deps extends SignInDeps, Answer>(
  deps: Deps,
  reply: FastifyReply,
  signIn: (deps: Deps) => Promise<Answer>,
): Promise<Answer> {
  const visit = deps.visitOf(reply);
  const device = deps.deviceOf(reply);
  const answer = await signIn({ ...deps, visit, device, endBefore: deps.waysIn.endBefore(reply) });
  if (answer instanceof Accepted) return answer; // nobody is signed in yet
  visit.renew();
  device.give();
  return answer;
}
