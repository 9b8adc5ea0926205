import type { SameKeys } from './language.ts';
import type { texts as hr } from './tenants-hr.ts';

export const texts: SameKeys<typeof hr> = {
  'tenants.title': 'Federations and clubs',
  'tenants.text': 'Each has its own people, documents and administrators.',
  'tenants.none': 'The federations and clubs that use Iskaznica will appear here.',
  'tenants.total_one': '{{count}} federation or club',
  'tenants.total_few': '{{count}} federations and clubs',
  'tenants.total_other': '{{count}} federations and clubs',
  'tenants.create': 'Add a federation or club',
  'tenants.edit': 'Edit federation or club',
  'tenants.name': 'Name',
  'tenants.slug': 'Short name',
  'tenants.slug.help': 'Lower-case letters a–z, digits and hyphens. Leave it empty to derive it from the name.',
  'tenants.since': 'Added',
  'tenants.yearbooks': 'Yearbooks',
  'tenants.publisher': 'Publisher',
  'tenants.publisher.is': 'Publishes the yearbooks.',
  'tenants.publisher.text': 'There is one publisher of yearbooks. Marking this one replaces the previous one.',
  'tenants.publisher.mark': 'Mark as publisher',
  'tenants.people': 'Show accounts',
  'tenants.did.create': 'Added: {{name}}.',
  'tenants.did.edit': 'Saved: {{name}}.',
  'tenants.did.publish': 'The yearbooks are now published by {{name}}.',
  'error.tenants.not_found': 'Federation or club not found.',
  'error.tenants.slug_taken': 'That short name is already taken.',
};
