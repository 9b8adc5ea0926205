import { Type } from 'typebox';
import { BrandingAnswer } from './branding-wire.ts';

export const SiteAnswer = Type.Object(
  {
    name: Type.Union([Type.String(), Type.Null()], {
      description: 'The federation that publishes the yearbooks; null while there is none',
    }),
    branding: BrandingAnswer,
    google_client_id: Type.Union([Type.String(), Type.Null()], {
      description: 'OAuth client id for sign-in with Google; null when it is off',
    }),
    mail_codes: Type.Boolean({ description: 'Whether people may sign in with a mailed code' }),
    policy_version: Type.String({
      description: "The current privacy policy for guests: the publisher's, or the default",
    }),
    policy_url: Type.String({ format: 'uri', description: 'The page that shows it' }),
    password_min: Type.Integer({ description: 'Minimum length of a new password' }),
    backup_days: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Days until what was erased is gone from the last backup too; null where backups are made elsewhere',
    }),
    second_step_tier: Type.Union([Type.Integer(), Type.Null()], {
      description: 'The weakest tier that must enrol a second factor before anything else; null when none must',
    }),
  },
  { title: 'Site' },
);
