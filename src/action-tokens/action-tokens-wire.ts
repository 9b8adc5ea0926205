import { Type } from 'typebox';
import { choice } from '../http/wire.ts';

/** 256 bits as base64url; anything longer is not one of ours, and a wrong one of this length is 400 like any other. */
export const RawToken = Type.String({ minLength: 1, maxLength: 200 });

export const TokenQuery = Type.Object({ token: RawToken });

export const PreflightAnswer = Type.Object(
  {
    valid: Type.Literal(true),
    kind: choice(['invite', 'reset']),
    expires_at: Type.String({ format: 'date-time' }),
    email: Type.String({ description: 'Shortened, such as a•••@example.hr' }),
  },
  { title: 'TokenPreflight' },
);

/** Whoever holds the link of an invitation is the person it invites, so it may greet them. A lost password's may not. */
export const InvitationPreflightAnswer = Type.Object(
  {
    ...PreflightAnswer.properties,
    ime: Type.String({ description: 'First name of whom it invites; may be empty' }),
    tenant_name: Type.String(),
    invited_by: Type.Union([Type.String(), Type.Null()], {
      description: 'Full name of whoever invited; null where the operator did, or they are gone',
    }),
  },
  { title: 'InvitationPreflight' },
);
