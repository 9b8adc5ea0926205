import { hash, timingSafeEqual } from 'node:crypto';
import type { SlidingWindow } from '../counters/sliding-window.ts';
import { defineOpenRoute, okFile, type Route } from '../http/define-route.ts';
import { open } from '../http/route-access.ts';
import { unlimited } from '../http/route-limit.ts';
import { AppError } from '../kernel/app-error.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Secret } from '../kernel/secret.ts';
import { METRICS_TYPE, type Metric, metricsText } from '../metrics/metric.ts';

export interface MetricsDeps {
  readonly metricsToken: Secret | undefined;
  /** Whether a call from this machine comes from the operator. */
  readonly isOwnMachine: (isLocalCall: boolean) => boolean;
  /** Wrong metrics tokens by address. */
  readonly wrongMetricsTokens: SlidingWindow;
  readonly figures: () => Promise<readonly Metric[]>;
  readonly clock: Clock;
}

/** For Prometheus. Strangers get the response of an unknown path. */
export const metricsRoutes = (deps: MetricsDeps): Route[] => {
  const isToken = tokenCheck(deps.metricsToken);
  return [
    defineOpenRoute({
      method: 'GET',
      path: '/metrics',
      withoutTurn: 'it is needed most when much else is asked',
      summary: 'Metrics of this node for Prometheus',
      tag: 'Service',
      access: open('takes SVC_METRICS_TOKEN as the Bearer token, or a call from the same machine; else it is 404'),
      limit: unlimited('wrong tokens are counted, and the right one is never kept out'),
      audit: [],
      request: {},
      responses: {
        success: okFile(['text/plain'], 'The text exposition format 0.0.4'),
        refusals: ['request.not_found', 'request.too_many'],
      },
      handle: async ({ reply, limitKey, isLocalCall }) => {
        const { authorization } = reply.request.headers;
        if (!isToken(authorization) && !deps.isOwnMachine(isLocalCall()))
          throw await refusal(deps, authorization, limitKey);
        return reply.type(METRICS_TYPE).send(metricsText(await deps.figures()));
      },
    }),
  ];
};

const BEARER = /^bearer +(\S+)$/i;

/** Compares digests of equal length, so that timing reveals neither length nor the first difference. */
function tokenCheck(token: Secret | undefined): (authorization: string | undefined) => boolean {
  const wanted = token && hash('sha256', token.reveal(), 'buffer');
  return (authorization) => {
    const sent = BEARER.exec(authorization ?? '')?.[1];
    return wanted !== undefined && sent !== undefined && timingSafeEqual(hash('sha256', sent, 'buffer'), wanted);
  };
}

/**
 * Counted here instead of a route limit, which would query Redis at every scrape and let somebody else's guesses lock
 * out a Prometheus at the same address. The same with and without a configured token.
 */
async function refusal(
  { wrongMetricsTokens, clock }: MetricsDeps,
  authorization: string | undefined,
  limitKey: string,
): Promise<AppError> {
  const taken = authorization === undefined ? ({ allowed: true } as const) : await wrongMetricsTokens.take(limitKey);
  if (taken.allowed) return new AppError('request.not_found');
  return new AppError('request.too_many', { retryAfter: taken.until - clock.now() });
}
