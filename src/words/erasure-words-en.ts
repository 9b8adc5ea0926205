import type { erasureWords as croatian } from './erasure-words-hr.ts';

export const erasureWords: Readonly<Record<keyof typeof croatian, string>> = {
  'privacy.one.pending': 'Awaiting a decision',
  'privacy.one.approved': 'Erasing',
  'privacy.one.failed': 'Stuck',
  'privacy.one.completed': 'Completed',
  'privacy.one.rejected': 'Rejected',
  'privacy.one.cancelled': 'Withdrawn',
  'privacy.one.held': 'On hold',
  'privacy.origin.request': 'Requested by the person',
  'privacy.origin.retention': 'Retention period of a deleted account ended',
  'privacy.origin.replay': 'Repeated after restoring a backup',
  'privacy.person.number': 'Person no. {{id}}',
};
