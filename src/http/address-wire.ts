import { Type } from 'typebox';

export const AddressBegins = Type.Optional(
  Type.String({ maxLength: 254, description: 'The beginning of the e-mail address, in any case' }),
);
