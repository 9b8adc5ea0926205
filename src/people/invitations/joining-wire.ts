import { Type } from 'typebox';
import { RawToken } from '../../accounts/action-tokens/action-tokens-wire.ts';
import { choice, instant, nullableText } from '../../platform/http/wire.ts';
import { ROLES } from '../../platform/kernel/role.ts';

const BY_LINK = 'Of the link in the mail; needed where the caller’s address is not confirmed by mail alone';

export const OwnInvitationsQuery = Type.Object({
  token: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: BY_LINK })),
});

export const AnswerInvitationBody = Type.Object({
  token: Type.Optional(Type.Unsafe<string>({ ...RawToken, description: BY_LINK })),
});

export const OwnInvitationsAnswer = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          id: Type.Integer(),
          tenant_id: Type.Integer(),
          tenant_name: Type.String(),
          role: choice(ROLES),
          invited_by: nullableText,
          created_at: instant,
          expires_at: instant,
        },
        { title: 'OwnInvitation' },
      ),
    ),
  },
  { title: 'OwnInvitations' },
);
