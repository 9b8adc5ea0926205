import { Type } from 'typebox';
import { choice, instant } from '../http/wire.ts';
import { BrandingAnswer } from '../tenants/branding-wire.ts';

/** 256 bits as base64url; anything longer is not ours, and a wrong token of this length is 400 like any other. */
export const RawToken = Type.String({ minLength: 1, maxLength: 200 });

export const TokenQuery = Type.Object({ token: RawToken });

export const PreflightAnswer = Type.Object(
  {
    valid: Type.Literal(true),
    kind: choice(['invite', 'reset']),
    expires_at: instant,
    email: Type.String({ description: 'Masked, such as a•••@example.hr' }),
    tenant_name: Type.String({ description: 'Whose account it is, as the mail with the link says too' }),
    branding: BrandingAnswer,
  },
  { title: 'TokenPreflight' },
);

/** Whoever holds an invitation link is the invited person, so it may greet them by name. A reset link may not. */
export const InvitationPreflightAnswer = Type.Object(
  {
    ...PreflightAnswer.properties,
    ime: Type.String({ description: 'First name of the invited person; may be empty' }),
    invited_by: Type.Union([Type.String(), Type.Null()], {
      description: 'Full name of the inviter; null for the operator, or somebody erased',
    }),
  },
  { title: 'InvitationPreflight' },
);
