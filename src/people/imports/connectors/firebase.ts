import { type Connector, DISABLED, ifPresent } from './export-of-people.ts';
import { asText, type JsonObject } from './strict-json.ts';

/** `firebase auth:export people.json`, with the project's parameters as `hash_config` beside `users`. */
export const firebase: Connector = {
  isPerson: (user) => user.has('localId'),
  read: (user, around) => {
    const isEnabled = user.get('disabled') !== true;
    return {
      id: asText(user.get('localId')),
      email: asText(user.get('email')),
      full_name: asText(user.get('displayName')),
      phone: asText(user.get('phoneNumber')),
      role: isEnabled ? '' : DISABLED,
      ...ifPresent('password_hash', isEnabled ? hashOf(user, around.get('hash_config')) : ''),
      left_behind: user.has('mfaInfo') ? 'mfaInfo' : '',
    };
  },
};

/** Without the parameters nobody can check a hash: then people come without a password. */
function hashOf(user: JsonObject, config: JsonObject | undefined): string {
  const hash = asText(user.get('passwordHash'));
  if (hash === '' || config === undefined) return '';
  const [logN, rounds] = [config.get('mem_cost'), config.get('rounds')].map(asText);
  const separator = asText(config.get('base64_salt_separator'));
  const parameters = `v=1,n=${logN},r=${rounds},p=1${separator && `,ss=${standard(separator)}`}`;
  const key = standard(asText(config.get('base64_signer_key')));
  return `$fbscrypt$${parameters},sk=${key}$${standard(asText(user.get('salt')))}$${standard(hash)}`;
}

const standard = (base64: string): string => base64.replaceAll('-', '+').replaceAll('_', '/');
