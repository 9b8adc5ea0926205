import { createHmac, randomBytes } from 'node:crypto';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { open, seal } from '../../platform/keys/sealed-text.ts';
import type { Subscription } from './subscription.ts';

const PREFIX = 'whsec_';
const BYTES = 32;

/** A secret as Standard Webhooks 1.0 spells it. */
export const makeWebhookSecret = (): string => `${PREFIX}${randomBytes(BYTES).toString('base64')}`;

/** The label names the subscription, so that a secret moved to another row signs nothing there. */
const labelOf = (id: string): string => `webhook secret:${id}`;

export const sealWebhookSecret = (keys: Keyring, id: string, secret: string): string => seal(keys, labelOf(id), secret);

export type Signer = Pick<Subscription, 'id' | 'secret' | 'previous_secret' | 'previous_until'>;

/** The secrets that sign now: after a rotation for a day the previous one too. */
export function secretsOf(keys: Keyring, signer: Signer, at: Instant): string[] {
  const { id, secret, previous_secret: previous, previous_until: until } = signer;
  const sealed = [secret, until !== null && at < until ? previous : null];
  return sealed.flatMap((text) => (text === null ? [] : [open(keys, labelOf(id), text)]));
}

interface Message {
  readonly id: string;
  /** In seconds. */
  readonly timestamp: number;
  readonly body: string;
}

/** The key that a secret stands for. */
export const secretBytes = (secret: string): Buffer => Buffer.from(secret.slice(PREFIX.length), 'base64');

/** The headers of Standard Webhooks 1.0: one signature `v1` for each secret. */
export function webhookHeaders(secrets: readonly string[], { id, timestamp, body }: Message) {
  const signature = (secret: string) => {
    return `v1,${createHmac('sha256', secretBytes(secret)).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  };
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets.map(signature).join(' '),
  };
}
