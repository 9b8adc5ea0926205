import type { FastifyReply } from 'fastify';
import type { SignInParts } from './sign-in-parts.ts';

/** Signs in with what the browser did before; only a sign-in that succeeded gives the browser a new beginning. */
export async function bringVisit<Parts extends SignInParts, Answer>(
  parts: Parts,
  reply: FastifyReply,
  signIn: (parts: Parts) => Promise<Answer>,
): Promise<Answer> {
  const visit = parts.visitOf(reply);
  const answer = await signIn({ ...parts, visit });
  visit.renew();
  return answer;
}
