import type { texts as hr } from './tenants-hr.ts';
import type { SameKeys } from './texts.ts';

export const texts: SameKeys<typeof hr> = {
  'tenants.title': 'Federations and clubs',
  'tenants.text': 'Each has people, documents and administrators of its own.',
  'tenants.none': 'The federations and clubs that use Iskaznica will be here.',
  'tenants.total_one': '{{count}} federation or club',
  'tenants.total_few': '{{count}} federations and clubs',
  'tenants.total_other': '{{count}} federations and clubs',
  'tenants.create': 'Add a federation or club',
  'tenants.edit': 'Change a federation or club',
  'tenants.name': 'Name',
  'tenants.slug': 'Short name',
  'tenants.slug.help': 'Small plain letters, digits and hyphens. Left empty, it is made from the name.',
  'tenants.since': 'Added',
  'tenants.yearbooks': 'Yearbooks',
  'tenants.publisher': 'Publisher',
  'tenants.publisher.is': 'This one publishes the yearbooks.',
  'tenants.publisher.text': 'Only one publishes the yearbooks. Marking this one ends it for the one before.',
  'tenants.publisher.mark': 'Mark as publisher',
  'tenants.people': 'Show the accounts',
  'tenants.did.create': 'Added: {{name}}.',
  'tenants.did.edit': 'Saved: {{name}}.',
  'tenants.did.publish': 'The yearbooks are now published by {{name}}.',
  'error.tenants.not_found': 'There is no such federation or club.',
  'error.tenants.slug_taken': 'Another federation or club has that short name.',
};
