import type { SameKeys } from './language.ts';
import type { texts as hr } from './policies-hr.ts';

/** English texts of the privacy policy. */
export const texts: SameKeys<typeof hr> = {
  'policies.title': 'Privacy policy',
  'policies.edit': 'Edit the policy',
  'policies.of': '{{name}}, version {{number}}, in force since {{day}}',
  'policies.default':
    'This is the default text of the service (version {{version}}): your federation or club has not published a policy of its own yet.',
  'policies.older': 'You are reading a version as it was published. Another one may be in force today.',
  'policies.versions': 'Published versions',
  'policies.version': 'Version {{number}}',
  'policies.editing': 'New version of the privacy policy',
  'policies.editing.text': 'As you write, you see what it will look like. Old versions stay readable.',
  'policies.source': 'Text',
  'policies.source.hint':
    'A heading begins with ##, a list item with a hyphen, **important** is bold, a link is [words](https://address).',
  'policies.preview': 'Preview',
  'policies.lacking.empty': 'Enter the text of the policy.',
  'policies.lacking.unchanged': 'The text is that of the version in force. Change it, then publish.',
  'policies.publish': 'Publish version {{number}}…',
  'policies.published': 'Version {{number}} is published.',
  'policies.ask': 'Publish a new version?',
  'policies.ask.text':
    'It applies at once and cannot be withdrawn, only replaced by a newer one. Everybody it concerns will confirm it again.',
  'policies.confirm': 'Publish',
};
