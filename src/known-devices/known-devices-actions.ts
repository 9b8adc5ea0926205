import { action, type MetasOf } from '../audit/audit-actions.ts';

export const knownDevicesActions = {
  /** A sign-in from a browser that was not known; the owner was mailed. */
  'device.new': action<{ sid: string }>(),
  'device.forget': action<{ device_id: number }>(),
  /** By the link in the mail; `ended` is false where the sign-in had ended already. */
  'device.disown': action<{ sid: string; ended: boolean; token_id: number | null }>(),
  'device.disown.fail': action<{ reason: 'token' }>(),
};

declare module '../audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof knownDevicesActions> {}
}
