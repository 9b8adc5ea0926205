import { Type } from 'typebox';

export const ForgotBody = Type.Object({ email: Type.String({ minLength: 1, maxLength: 320 }) });

export const ForgotAnswer = Type.Object(
  {
    detail: Type.String(),
    reset_token: Type.Optional(
      Type.String({ description: 'Only to callers on this machine, or when SVC_REVEAL_RESET_TOKEN is 1' }),
    ),
    reset_link: Type.Optional(Type.String()),
  },
  { title: 'ForgotPassword' },
);
