import {
  blankEndedMails,
  findMail,
  findMailState,
  findNewestMails,
  listMailIds,
  listMails,
  mailHealth,
  outboxBacklog,
} from './listed-mails-store.ts';

/** What other rooms may read and blank of the outbox. The statements lie in the store. */
export { blankEndedMails, findMail, findMailState, findNewestMails, listMailIds, listMails, mailHealth, outboxBacklog };
