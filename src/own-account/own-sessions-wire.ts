import { Type } from 'typebox';
import { choice, instant } from '../http/wire.ts';

export const OwnSession = Type.Object({
  id: Type.String(),
  device: choice(['desktop', 'mobile', 'tablet', 'other']),
  browser: Type.String({ description: 'Such as `Chrome 142`; empty when it cannot be told' }),
  os: Type.String({ description: 'Such as `Windows`; empty when it cannot be told' }),
  ip: Type.String(),
  started_at: instant,
  last_active_at: Type.String({ format: 'date-time', description: 'The last refresh' }),
  expires_at: instant,
  current: Type.Boolean({ description: 'The one that asks' }),
});

/** As `opaqueId` makes them. */
export const SessionParams = Type.Object({ id: Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' }) });

export const EndedAnswer = Type.Object({ ended: Type.Integer() }, { title: 'EndedSessions' });
