import type { Import } from '../../client/wire-types.ts';
import { useTexts } from '../i18n/texts.ts';

export const TILES = ['failed', 'skipped', 'updated', 'created', 'undone'] as const;
export type Tile = (typeof TILES)[number];

interface ImportTilesProps {
  readonly of: Import;
  readonly chosen: string | undefined;
  readonly onChoose: (outcome: Tile | undefined) => void;
}

/** Rows per outcome; each tile filters the list below. */
export function ImportTiles({ of, chosen, onChoose }: ImportTilesProps) {
  const { say, language } = useTexts();
  const when = of.dry_run ? 'will' : 'did';
  // Undone accounts no longer count as created, but have a tile of their own.
  const counts = {
    failed: of.failed,
    skipped: of.skipped,
    updated: of.updated - of.restored,
    created: of.created - of.undone,
    undone: of.undone + of.restored,
  };
  const shown = TILES.filter((tile) =>
    tile === 'undone' || tile === 'updated'
      ? counts[tile] > 0
      : tile !== 'created' || of.undone === 0 || counts.created > 0,
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
