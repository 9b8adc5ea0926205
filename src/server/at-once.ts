import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';

/**
 * A check as a hook, done when it returns or with the promise that it returns. An `async` hook would make every request wait
 * for a promise, although hardly any has to. A hook may also throw synchronously.
 */
export const atOnce =
  (check: (request: FastifyRequest, reply: FastifyReply) => unknown) =>
  (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    const checked = check(request, reply);
    if (checked instanceof Promise) checked.then(() => done(), done);
    else done();
  };
