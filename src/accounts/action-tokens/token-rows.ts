import {
  cancelInvitation,
  cancelOwnTokens,
  cancelShownInvitations,
  cancelTokens,
  cancelTokensOfMany,
  countOpenTokens,
  findInvitation,
  hasUsableInvitation,
  listInvitedByLinksFor,
  noteAsked,
} from './token-rows-store.ts';

/** What other rooms may find and cancel of the links in mails. The statements lie in the store. */
export {
  cancelInvitation,
  cancelOwnTokens,
  cancelShownInvitations,
  cancelTokens,
  cancelTokensOfMany,
  countOpenTokens,
  findInvitation,
  hasUsableInvitation,
  listInvitedByLinksFor,
  noteAsked,
};
