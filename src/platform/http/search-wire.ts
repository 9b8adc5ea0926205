import { Type } from 'typebox';

export const PeopleSearched = Type.Optional(
  Type.String({
    maxLength: 254,
    description:
      'Beginnings of words of a person, without diacritics, three digits of their telephone number and more, or the beginning of the e-mail address',
  }),
);
