import type { MailTemplates } from './mail-template.ts';
import { invitationMail, passwordResetMail } from './mail-template-access.ts';
import {
  addressInUseMail,
  emailChangeCodeMail,
  emailChangedMail,
  emailChangeRequestedMail,
} from './mail-template-address.ts';
import { erasureMails } from './mail-template-erasure.ts';
import { inactiveMail } from './mail-template-inactive.ts';
import { noticeMails } from './mail-template-notice.ts';

/** What every kind of mail says. A kind without a template does not compile. */
export const mailTemplates: MailTemplates = {
  invitation: invitationMail,
  'password-reset': passwordResetMail,
  'email-change-code': emailChangeCodeMail,
  'email-change-requested': emailChangeRequestedMail,
  'email-changed': emailChangedMail,
  'address-in-use': addressInUseMail,
  'account-inactive': inactiveMail,
  ...noticeMails,
  ...erasureMails,
};
