import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { auditSealer } from '../../src/platform/audit/seal-audit.ts';
import { type EventReceiver, startEventReceiver } from './event-receiver.ts';
import { type AppFixture, openAppFixture, registerApp } from './relying-party.ts';
import { registerService, serviceToken } from './service-fixture.ts';

export const SUBSCRIPTIONS = '/api/admin/subscriptions';

export interface Subscribed {
  readonly id: string;
  readonly secret: string;
}

export interface EventFixture extends AppFixture {
  readonly receiver: EventReceiver;
  /** An application of the first tenant. */
  readonly appId: string;
  subscribe(members?: Record<string, unknown>): Promise<Subscribed>;
  /** Seals what was recorded. */
  seal(): Promise<unknown>;
  /** Seals and sends it. */
  deliver(): Promise<void>;
  /** What has arrived, parsed. */
  // biome-ignore lint/suspicious/noExplicitAny: a test states what it expects of an event
  arrived(): any[];
}

/** A service whose first tenant has an application that may get events at a receiver on this machine. */
export async function openEventFixture(t: TestContext, env: Record<string, string> = {}): Promise<EventFixture> {
  const receiver = await startEventReceiver(t);
  const fixture = await openAppFixture(t, { SVC_PRIVATE_ADDRESSES: '127.0.0.0/8', ...env });
  const { service, boss } = fixture;
  const { id: appId } = await registerApp(fixture, { tenant_id: 1 });
  const seal = auditSealer(service);
  await seal();
  return {
    ...fixture,
    receiver,
    appId,
    seal,
    subscribe: async (members = {}) => {
      const body = { application_id: appId, form: 'push', url: receiver.url, ...members };
      const made = await service.call(`POST ${SUBSCRIPTIONS}`, { token: boss, body });
      assert.equal(made.status, 201, made.text);
      await service.audit.forget();
      return { id: made.body.id, secret: made.body.secret };
    },
    deliver: async () => {
      await seal();
      await service.events.deliverDue();
    },
    arrived: () => receiver.received.map(({ body }) => JSON.parse(body)),
  };
}

/** A service that reads events itself, with its token. */
export async function openReader(fixture: EventFixture, members: Record<string, unknown> = {}) {
  const registered = await registerService(fixture, ['events:read'], members);
  const token = await serviceToken(fixture.service, registered);
  await fixture.service.audit.forget();
  return { id: registered.id, token };
}
