import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';
import type { TakenBack } from '../../platform/room/contributions.ts';

export const knownDevicesActions = {
  /** A sign-in from an unknown browser, about which the owner was mailed. */
  'device.new': action<{ sid: string }>(),
  'device.forget': action<{ device_id: number }>(),
  /** By the link in the mail; `ended` is false if the sign-in had already ended. */
  'device.disown': action<{
    sid: string;
    ended: boolean;
    token_id: number | null;
    taken_back?: readonly TakenBack[];
  }>(),
  'device.disown.fail': action<{ reason: 'token' }>(),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof knownDevicesActions> {}
}
