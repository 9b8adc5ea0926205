import type { FastifyReply } from 'fastify';
import type { SignInDeps } from './sign-in-deps.ts';

/** Signs in and attaches what the browser did before; only after success does the browser begin a new visit. */
export async function bringVisit<Deps extends SignInDeps, Answer>(
  deps: Deps,
  reply: FastifyReply,
  signIn: (deps: Deps) => Promise<Answer>,
): Promise<Answer> {
  const visit = deps.visitOf(reply);
  const answer = await signIn({ ...deps, visit });
  visit.renew();
  return answer;
}
