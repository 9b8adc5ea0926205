import { useEffect, useRef } from 'react';
import { useTexts } from '../i18n/texts.ts';
import { LETTERS } from './croatian-letters.ts';

interface AlphabetJumpsProps {
  readonly chosen: string;
  readonly onChoose: (letter: string) => void;
}

/** Jumps to the people from a letter onwards, in Croatian order. */
export function AlphabetJumps({ chosen, onChoose }: AlphabetJumpsProps) {
  const { say } = useTexts();
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a phone the row is wider than the screen; it scrolls by itself.
    const letter = row.current?.querySelector<HTMLElement>('[aria-current]');
    if (letter && row.current) row.current.scrollLeft = letter.offsetLeft - row.current.clientWidth / 2;
  }, []);
  return (
    <nav ref={row} className="alphabet" aria-label={say('directory.jump')}>
      <button type="button" aria-current={chosen === '' ? 'true' : undefined} onClick={() => onChoose('')}>
        {say('directory.jump.all')}
      </button>
      {LETTERS.map((letter) => (
        <button
          key={letter}
          type="button"
          aria-current={chosen === letter ? 'true' : undefined}
          aria-label={say('directory.jump.to', { letter })}
          onClick={() => onChoose(letter)}
        >
          {letter}
        </button>
      ))}
    </nav>
  );
}
