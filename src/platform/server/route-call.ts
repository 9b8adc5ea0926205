import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RequireLive } from '../http/caller.ts';
import type { RequestSchemas, Route, RouteRequest } from '../http/define-route.ts';
import { isLocalCall } from '../http/local-call.ts';
import { callOf } from '../http/request-state.ts';
import type { HasRecentSignIn } from '../http/route-access.ts';
import { leftSignal } from '../http/stream-while-live.ts';
import { uploadedForm } from '../http/uploaded-form.ts';
import { type Clock, instantAt } from '../kernel/clock.ts';
import { limitKey } from './client-address.ts';

interface RouteCallDeps {
  readonly requireLive: RequireLive;
  readonly clock: Clock;
  readonly hasRecentSignIn: HasRecentSignIn;
}

/**
 * The request as a handler gets it; members are computed when read. The getters are on the prototype: as own properties they
 * would give each object its own hidden class, which V8 keeps, with the request, until the next full collection.
 */
export class RouteCall implements RouteRequest<RequestSchemas> {
  readonly reply: FastifyReply;
  readonly #route: Route;
  readonly #request: FastifyRequest;
  readonly #deps: RouteCallDeps;

  constructor(route: Route, request: FastifyRequest, reply: FastifyReply, deps: RouteCallDeps) {
    this.#route = route;
    this.#request = request;
    this.#deps = deps;
    this.reply = reply;
  }

  get body() {
    return this.#request.body;
  }

  get query() {
    return this.#request.query;
  }

  get params() {
    return this.#request.params;
  }

  get form() {
    const { form } = this.#route.request;
    return form && uploadedForm(this.#request, form, this.requireLive);
  }

  get call() {
    const { clock, hasRecentSignIn } = this.#deps;
    return callOf(this.#request, this.#route, { at: instantAt(clock.now()), hasRecentSignIn });
  }

  get limitKey() {
    return limitKey(this.#request.clientAddress);
  }

  // Handlers destructure these, so each must work without `this`.

  get left() {
    return () => leftSignal(this.reply);
  }

  get isLocalCall() {
    return () => isLocalCall(this.#request);
  }

  get requireLive() {
    return () => this.#deps.requireLive(this.#request.caller);
  }
}
