import { Type } from 'typebox';
import { BrandingAnswer } from '../../accounts/tenants/branding-wire.ts';
import { choice, instant, nullableInstant, nullableText } from '../../platform/http/wire.ts';
import { takenBack } from './use-alarm.ts';

const what = {
  device: choice(['desktop', 'mobile', 'tablet', 'other']),
  browser: Type.String({ description: 'Such as `Chrome 142`; empty when unknown' }),
  os: Type.String({ description: 'Such as `Windows`; empty when unknown' }),
  ip: Type.String(),
};

const KnownDeviceItem = Type.Object({
  id: Type.Integer(),
  ...what,
  first_seen_at: instant,
  last_seen_at: instant,
  current: Type.Boolean({ description: 'The one that asks' }),
});

export const KnownDevicesAnswer = Type.Object({ items: Type.Array(KnownDeviceItem) }, { title: 'KnownDevices' });

export const NoticeAnswer = Type.Object(
  {
    at: instant,
    ...what,
    email: Type.String({ description: 'Masked, such as a•••@example.hr' }),
    expires_at: instant,
    tenant_name: Type.String(),
    branding: BrandingAnswer,
  },
  { title: 'NewDeviceNotice' },
);

export const DisownedAnswer = Type.Object(
  {
    ended: Type.Boolean({ description: 'False where the sign-in had ended already' }),
    taken_back: takenBack,
    reset_token: Type.Unsafe<string | null>({
      ...nullableText,
      description:
        'For `/reset-password`; null where the account is not active, or has another address than the link’s mail',
    }),
    expires_at: nullableInstant,
  },
  { title: 'DisownedSignIn' },
);
