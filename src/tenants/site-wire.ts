import { Type } from 'typebox';

export const SiteAnswer = Type.Object(
  {
    name: Type.Union([Type.String(), Type.Null()], {
      description: 'The federation that publishes the yearbooks; null while there is none',
    }),
    google_client_id: Type.Union([Type.String(), Type.Null()], {
      description: 'The OAuth client that the sign-in with Google asks with; null when it is off',
    }),
    policy_version: Type.String({ description: 'The privacy policy in force' }),
    password_min: Type.Integer({ description: 'The fewest characters of a new password' }),
    second_step_tier: Type.Union([Type.Integer(), Type.Null()], {
      description: 'The weakest tier that must turn on the second step before anything else; null when none must',
    }),
  },
  { title: 'Site' },
);
