import { type Static, Type } from 'typebox';
import type { Colour } from '../../platform/kernel/readable-colour.ts';

export const ColorBody = Type.Object({
  color: Type.Union([Type.String({ pattern: '^#[0-9A-Fa-f]{6}$' }), Type.Null()], {
    description: '`#rrggbb`, or null for none. Where it has too little contrast, a shade of it is shown.',
  }),
});

export const colourOfBody = ({ color }: Static<typeof ColorBody>): Colour | null =>
  color === null ? null : `#${color.slice(1).toLowerCase()}`;
