import { Type } from 'typebox';
import { BrandingAnswer } from '../../accounts/tenants/branding-wire.ts';
import { choice, instant, nullableInstant, nullableText } from '../../platform/http/wire.ts';
import { TAKEN_BACK } from '../../platform/room/contributions.ts';

export const AlarmAnswer = Type.Object(
  {
    restores_address: Type.Boolean({ description: 'Whether the link gives the account its old address back' }),
    at: { ...instant, description: 'When the change was made' },
    email: Type.String({ description: 'Masked, such as a•••@example.hr; the one that is restored, if one is' }),
    expires_at: instant,
    tenant_name: Type.String(),
    branding: BrandingAnswer,
  },
  { title: 'ChangeAlarm' },
);

export const takenBack = Type.Array(choice(TAKEN_BACK), { description: 'What the sign-in had added' });

export const TakenBackAnswer = Type.Object(
  {
    ended: Type.Integer({ description: 'How many sign-ins it ended' }),
    taken_back: takenBack,
    reset_token: Type.Unsafe<string | null>({
      ...nullableText,
      description:
        'For `/reset-password`; null where the account is not active, or has another address than the link’s mail',
    }),
    expires_at: nullableInstant,
  },
  { title: 'TakenBack' },
);
