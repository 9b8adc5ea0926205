import { Type } from 'typebox';
import { choice, instant } from '../../platform/http/wire.ts';
import { BrandingAnswer } from '../tenants/branding-wire.ts';

/** Tokens are 256 bits as base64url; the maximum is generous, so that most wrong tokens get the same 400. */
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

/** Unlike a reset link, an invitation link may show a name: whoever holds it is the invited person. */
export const InvitationPreflightAnswer = Type.Object(
  {
    ...PreflightAnswer.properties,
    email: Type.String({ description: 'What the person will sign in with; the link was mailed to it' }),
    ime: Type.String({ description: 'First name of the invited person; may be empty' }),
    invited_by: Type.Union([Type.String(), Type.Null()], {
      description: 'Full name of the inviter; null for the operator, or somebody erased',
    }),
  },
  { title: 'InvitationPreflight' },
);
