import { type Connector, ifPresent, languageOf } from './export-of-people.ts';
import { asList, asObject, asText, type Json, type JsonObject } from './strict-json.ts';

/** `GET /api/people?include=roles,phone_numbers` of hitobito, in the form of JSON:API. It holds no passwords. */
export const hitobito: Connector = {
  isPerson: (item) => item.get('type') === 'people',
  read: (person, around) => {
    const said = asObject(person.get('attributes'));
    const related = (name: string) =>
      asList(asObject(asObject(person.get('relationships')).get(name)).get('data'))
        .map((one) => around.get(keyOf(asObject(one))))
        .filter((one) => one !== undefined)
        .map((one) => asObject(one.get('attributes')));
    const roles = related('roles').map((role) => asText(role.get('name')) || kindOf(role.get('type')));
    return {
      id: asText(person.get('id')),
      email: asText(said.get('email')),
      first_name: asText(said.get('first_name')),
      last_name: asText(said.get('last_name')),
      phone: asText(related('phone_numbers')[0]?.get('number')),
      role: [...new Set(roles.filter((role) => role !== ''))].join(', '),
      ...ifPresent('language', languageOf(asText(said.get('language')))),
    };
  },
};

/** How an included object is found. */
export const keyOf = (item: JsonObject): string => `${asText(item.get('type'))} ${asText(item.get('id'))}`;

/** `Group::Verein::Trainer`: people know it as the last. */
const kindOf = (type: Json | undefined): string => asText(type).split('::').at(-1) ?? '';
