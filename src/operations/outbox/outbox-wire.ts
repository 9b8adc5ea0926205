import { type Static, Type } from 'typebox';
import { BySent, pageQuery } from '../../platform/http/list-wire.ts';
import { choice, idOf, nullableText, PeopleSearched } from '../../platform/http/wire.ts';
import { MAIL_STATES } from '../../platform/mail/mail.ts';
import { MAIL_ACTIONS } from './mail-actions.ts';

const item = {
  id: Type.Integer(),
  kind: Type.String(),
  state: choice(MAIL_STATES),
  to_address: Type.String(),
  user_id: Type.Union([Type.Integer(), Type.Null()]),
  language: Type.String(),
  attempts: Type.Integer(),
  due_at: Type.String(),
  created_at: Type.String(),
  sent_at: nullableText,
  last_error: nullableText,
  actions: Type.Array(choice(MAIL_ACTIONS), { description: 'What the caller may do with it now' }),
};
export const MailItem = Type.Object(item, { title: 'MailItem' });
export const ListedMail = Type.Object(
  {
    ...item,
    user_name: Type.Union([Type.String(), Type.Null()], {
      description: 'Current name; null for somebody in another tenant, unknown or erased',
    }),
  },
  { title: 'ListedMail' },
);
export type ListedMail = Static<typeof ListedMail>;
export const MailAnswer = Type.Object(
  { ...item, subject: Type.String(), text: Type.String({ description: 'Links and codes masked' }) },
  { title: 'Mail' },
);

export const MailHealthQuery = Type.Object({ tenant_id: Type.Optional(idOf()) });
export const MailHealthAnswer = Type.Object(
  {
    waiting: Type.Integer(),
    waiting_since: Type.Union([Type.String(), Type.Null()], { description: 'Of the oldest one' }),
    parked: Type.Integer({ description: 'Refused for good' }),
  },
  { title: 'MailHealth' },
);

export const mailsFilter = {
  state: Type.Optional(choice(MAIL_STATES)),
  user_id: Type.Optional(idOf()),
  tenant_id: Type.Optional(idOf()),
  sort: BySent,
  q: PeopleSearched,
};
export const MailsQuery = Type.Object({ ...mailsFilter, ...pageQuery });
export type MailsQuery = Static<typeof MailsQuery>;
