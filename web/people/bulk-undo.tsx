import { Button, Loader } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BulkJob } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';
import { sayRefused } from '../components/connection/acted.tsx';
import { QuestionDialog } from '../components/dialog/question-dialog.tsx';
import { useTexts } from '../i18n/texts.ts';

/** Undoes an act on many, after showing whom that reaches. */
export function BulkUndo({ job }: { job: BulkJob }) {
  const { say } = useTexts();
  const [asked, setAsked] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setAsked(true)}>
        {say('bulk.undo')}
      </Button>
      {asked && <UndoQuestion job={job} onClose={() => setAsked(false)} />}
    </>
  );
}

function UndoQuestion({ job, onClose }: { job: BulkJob; onClose: () => void }) {
  const { say, language } = useTexts();
  const queries = useQueryClient();
  const preview = useQuery({
    queryKey: ['bulk-undo', job.id],
    queryFn: () => service.bulkActs.undoPreview(job.id),
    gcTime: 0,
  });
  const undoing = useMutation({
    mutationFn: () => service.bulkActs.undo(job.id),
    onSuccess: (undone) => queries.setQueryData(['bulk', job.id], undone),
    onError: (error) => sayRefused(error, say, language),
    onSettled: onClose,
  });
  const { undoable = 0, kept = 0 } = preview.data ?? {};
  const nothing = preview.isSuccess && undoable === 0;
  return (
    <QuestionDialog
      title={say('bulk.undo.title')}
      confirm={nothing ? say('app.close') : say('bulk.undo.confirm', { count: undoable })}
      busy={undoing.isPending || preview.isPending}
      onConfirm={() => (nothing ? onClose() : undoing.mutate())}
      onClose={onClose}
    >
      {preview.isPending ? (
        <Loader size={20} />
      ) : nothing ? (
        say('bulk.undo.nothing')
      ) : (
        <>
          <p>{say(job.action === 'invite' ? 'bulk.undo.mails' : `bulk.undo.${job.action}`)}</p>
          {kept > 0 && <p>{say('bulk.undo.keeps', { count: kept })}</p>}
        </>
      )}
    </QuestionDialog>
  );
}
