import '../../styles/person-avatar.css';
import { type CSSProperties, useState } from 'react';
import { addressOf } from './erased-person.ts';
import { initialsOf } from './person-name.ts';

interface PersonAvatarProps {
  readonly person: {
    readonly id: number;
    readonly full_name: string;
    readonly avatar_url: string | null;
    /** Stands for a missing name. */
    readonly email?: string;
  };
  readonly size?: number;
}

/** Neighbouring ids get hues far apart (golden angle), and a person has the same one everywhere. */
const hueOf = (id: number): number => Math.round((id * 137.508) % 360);

/**
 * A picture, or initials on the person's own colour. Always next to the name, so hidden from screen readers. A plain element,
 * since every row of a table has one.
 */
export function PersonAvatar({ person, size = 36 }: PersonAvatarProps) {
  const [missing, setMissing] = useState<string>();
  const { id, full_name, avatar_url: url, email = '' } = person;
  const style = { '--person-hue': hueOf(id), '--person-size': `${size}px` } as CSSProperties;
  return (
    <span aria-hidden="true" className="person-avatar" style={style}>
      {url !== null && url !== missing ? (
        <img src={url} alt="" onError={() => setMissing(url)} />
      ) : (
        initialsOf(full_name || addressOf({ email }))
      )}
    </span>
  );
}
