import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';

/**
 * Makes a hook of a check. The hook is done when the check returns, or when its promise resolves; an `async` hook would make
 * every request wait for a promise, although hardly any has to. The check may also throw synchronously.
 */
export const checkHook =
  (check: (request: FastifyRequest, reply: FastifyReply) => unknown) =>
  (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    const checked = check(request, reply);
    if (checked instanceof Promise) checked.then(() => done(), done);
    else done();
  };
