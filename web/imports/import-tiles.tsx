import type { Import } from '../../client/wire-types.ts';
import { useTexts } from '../texts/texts.ts';

export const TILES = ['failed', 'skipped', 'created', 'undone'] as const;
export type Tile = (typeof TILES)[number];

interface ImportTilesProps {
  readonly of: Import;
  readonly chosen: string | undefined;
  readonly onChoose: (outcome: Tile | undefined) => void;
}

/** How many rows came to what; each figure narrows the list below to its rows. */
export function ImportTiles({ of, chosen, onChoose }: ImportTilesProps) {
  const { say, language } = useTexts();
  const when = of.dry_run ? 'will' : 'did';
  // Who was taken back again is not among the accounts any more, but in a tile of their own.
  const counts = { failed: of.failed, skipped: of.skipped, created: of.created - of.undone, undone: of.undone };
  const shown = TILES.filter((tile) =>
    tile === 'undone' ? of.undone > 0 : tile !== 'created' || of.undone === 0 || counts.created > 0,
  );
  return (
    <fieldset className="import-tiles">
      <legend className="hidden">{say('imports.tiles')}</legend>
      {shown.map((outcome) => (
        <button
          key={outcome}
          type="button"
          data-outcome={outcome}
          data-none={counts[outcome] === 0 || undefined}
          aria-pressed={chosen === outcome}
          onClick={() => onChoose(chosen === outcome ? undefined : outcome)}
        >
          <strong>{new Intl.NumberFormat(language).format(counts[outcome])}</strong>
          <span>{say(`imports.${when}.${outcome}`, { count: counts[outcome] })}</span>
        </button>
      ))}
    </fieldset>
  );
}
