import { Button, Loader } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Import, UndoPreview } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';
import { sayRefused } from '../components/connection/acted.tsx';
import { QuestionDialog } from '../components/dialog/question-dialog.tsx';
import { useTexts } from '../i18n/texts.ts';

/** Undoes an import, after showing what would be removed and what kept. */
export function ImportUndo({ of }: { of: Import }) {
  const { say } = useTexts();
  const [asked, setAsked] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setAsked(true)}>
        {say('imports.undo')}
      </Button>
      {asked && <UndoQuestion of={of} onClose={() => setAsked(false)} />}
    </>
  );
}

const MOST_SHOWN = 20;

/** Who keeps the account, each with why. */
function KeptPeople({ people, of }: { people: UndoPreview['people']; of: number }) {
  const { say, language } = useTexts();
  const more = of - Math.min(people.length, MOST_SHOWN);
  return (
    <ul>
      {people.slice(0, MOST_SHOWN).map(({ user_id, full_name, line, why }) => (
        <li key={user_id}>
          <span dir="auto">{full_name || say('imports.undo.nameless', { line })}</span>:{' '}
          {say(`imports.undo.why.${why}`)}
        </li>
      ))}
      {more > 0 && (
        <li>{say('imports.undo.more', { count: more, number: new Intl.NumberFormat(language).format(more) })}</li>
      )}
    </ul>
  );
}

/** Who kept the account when the import was undone, as of now. */
export function KeptByUndo({ of }: { of: Import }) {
  const preview = useQuery({
    queryKey: ['import-undo', of.id],
    queryFn: () => service.imports.undoPreview(of.id),
  });
  return preview.data ? <KeptPeople people={preview.data.people} of={preview.data.kept} /> : null;
}

function UndoQuestion({ of, onClose }: { of: Import; onClose: () => void }) {
  const { say, language } = useTexts();
  const queries = useQueryClient();
  const preview = useQuery({
    queryKey: ['import-undo', of.id],
    queryFn: () => service.imports.undoPreview(of.id),
    gcTime: 0,
  });
  const undoing = useMutation({
    mutationFn: () => service.imports.undo(of.id),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['import', of.id] }),
    onError: (error) => sayRefused(error, say, language),
    onSettled: onClose,
  });
  const number = (count: number) => new Intl.NumberFormat(language).format(count);
  const { removable = 0, kept = 0 } = preview.data ?? {};
  const nothing = preview.isSuccess && removable === 0;
  return (
    <QuestionDialog
      title={say('imports.undo.title')}
      confirm={
        nothing ? say('app.close') : say('imports.undo.confirm', { count: removable, number: number(removable) })
      }
      danger={!nothing}
      busy={undoing.isPending || preview.isPending}
      onConfirm={() => (nothing ? onClose() : undoing.mutate())}
      onClose={onClose}
    >
      {preview.isPending ? (
        <Loader size={20} />
      ) : (
        <ul className="import-help">
          <li>{say('imports.undo.removes', { count: removable, number: number(removable) })}</li>
          {kept > 0 && (
            <li>
              {say('imports.undo.keeps', { count: kept, number: number(kept) })}
              <KeptPeople people={preview.data?.people ?? []} of={kept} />
            </li>
          )}
          {!nothing && <li>{say('imports.undo.mails')}</li>}
        </ul>
      )}
    </QuestionDialog>
  );
}
