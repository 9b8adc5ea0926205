import { Type } from 'typebox';
import { SERVICE_SCOPES } from '../http/service-scopes.ts';
import { choice } from '../http/wire.ts';

export const ScopesAnswer = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        scope: choice(SERVICE_SCOPES),
        routes: Type.Array(Type.Object({ method: Type.String(), path: Type.String(), summary: Type.String() })),
      }),
    ),
  },
  { title: 'Scopes' },
);
