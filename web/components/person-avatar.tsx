import { Avatar } from '@mantine/core';
import '@mantine/core/styles/Avatar.css';
import '../styles/person-avatar.css';
import type { CSSProperties } from 'react';
import { initialsOf } from './person-name.ts';

interface PersonAvatarProps {
  readonly person: { readonly id: number; readonly full_name: string; readonly avatar_url: string | null };
  readonly size?: number;
}

/** Neighbouring ids get hues far apart (golden angle), and a person has the same one everywhere. */
const hueOf = (id: number): number => Math.round((id * 137.508) % 360);

/** A picture, or initials on the person's own colour. Always next to the name, so hidden from screen readers. */
export const PersonAvatar = ({ person, size = 36 }: PersonAvatarProps) => (
  <Avatar
    aria-hidden="true"
    className="person-avatar"
    src={person.avatar_url}
    alt=""
    size={size}
    style={{ '--person-hue': hueOf(person.id) } as CSSProperties}
  >
    {initialsOf(person.full_name)}
  </Avatar>
);
