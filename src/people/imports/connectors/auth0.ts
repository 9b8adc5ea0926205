import { type Connector, DISABLED, ifPresent, languageOf } from './export-of-people.ts';
import { asList, asObject, asText } from './strict-json.ts';

/** An export of Auth0, an object a line: that of its job, or that which its support makes, with hashes. */
export const auth0: Connector = {
  isPerson: (user) => user.has('user_id') || user.has('_id') || user.has('identities') || user.has('email'),
  read: (user) => {
    const isEnabled = user.get('blocked') !== true;
    const metadata = asObject(user.get('user_metadata'));
    const roles = asList(asObject(user.get('app_metadata')).get('roles')).map(asText);
    return {
      id: asText(user.get('user_id')) || asText(asObject(user.get('_id')).get('$oid')),
      email: asText(user.get('email')),
      first_name: asText(user.get('given_name')),
      last_name: asText(user.get('family_name')),
      full_name: user.get('name') === user.get('email') ? '' : asText(user.get('name')),
      phone: asText(user.get('phone_number')) || asText(metadata.get('phone')),
      role: isEnabled ? roles.filter((role) => role !== '').join(', ') : DISABLED,
      language: languageOf(asText(user.get('locale'))),
      ...ifPresent('password_hash', isEnabled ? asText(user.get('passwordHash')) : ''),
      left_behind: asList(user.get('multifactor')).map(asText).join(', '),
    };
  },
};
