import type { PersonalDataContributor } from '../database/personal-data.ts';
import { mailsTable } from './mail.ts';
import { blankInviter, blankMails, blankMailsNaming, listMailsOf } from './outbox-store.ts';

export const mailPersonalData: PersonalDataContributor = {
  room: 'mail',
  tables: [mailsTable],
  exportOf: async (db, userId) => ({
    mails: (await listMailsOf(db, userId)).map(({ to_address, ...mail }) => ({ to: to_address, ...mail })),
  }),
  erase: async (tx, userId) => {
    await blankMails(tx, userId);
    await blankInviter(tx, userId);
  },
  eraseValues: blankMailsNaming,
  description: {
    holds:
      'mails to a person: address, language, kind, parameters of the text, when it was sent; recorded messages in the folder `mail`',
    erased:
      'address, language and contents; the name in invitations of others, and where a reason told to others mentions it; recorded messages with their lines in the index',
    stays: {
      what: 'that a mail of a kind went to the id, and when',
      ground: 'proof that duties to inform were kept (GDPR art. 5(2))',
      until: 'as long as the outbox is kept',
    },
  },
};
