import { type Static, Type } from 'typebox';

export const AvatarAnswer = Type.Object(
  { avatar_url: Type.Union([Type.String(), Type.Null()]) },
  { title: 'Avatar', additionalProperties: false },
);

/** The response to a visitor who is not signed in: the form works, but nothing is stored. */
export const DemoAnswer = Type.Object(
  { demo_mode: Type.Literal(true), slika_url: Type.Null(), message: Type.String() },
  { title: 'AvatarDemo', additionalProperties: false },
);

export const UploadAnswer = Type.Union([AvatarAnswer, DemoAnswer]);

export const demoAnswer: Static<typeof DemoAnswer> = {
  demo_mode: true,
  slika_url: null,
  message: 'Ovo je pokazni način rada: slika nije spremljena. Prijavite se da biste spremili svoju sliku.',
};
