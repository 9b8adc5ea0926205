import { Button, Checkbox } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Import } from '../../client/wire-types.ts';
import { NotConfirmedError } from '../auth/reauth-question.ts';
import { service } from '../auth/service.ts';
import { Notice } from '../components/connection/notice.tsx';
import { useTexts } from '../i18n/texts.ts';
import { useAddressState } from '../routing/address-state.ts';
import { FileDrop } from './file-drop.tsx';
import { RefusedFile, useFileCheck } from './import-start.tsx';
import { hasFile, isFileGone, useCheckAgain } from './use-check-again.ts';

/** After the check: import the very same file, without mails or with them. */
export function ImportDecision({ of }: { of: Import }) {
  const { say } = useTexts();
  if (of.next_id !== null) return <Continued of={of} next={of.next_id} />;
  if (!hasFile(of)) return <FileGone />;
  if (of.created + of.updated > 0) return <RunButtons of={of} />;
  return <Notice kind="info">{say(of.failed === of.total ? 'imports.allFailed' : 'imports.nobodyNew')}</Notice>;
}

function RunButtons({ of }: { of: Import }) {
  const { say, language } = useTexts();
  const [, change] = useAddressState();
  const queries = useQueryClient();
  const running = useMutation({
    mutationFn: (invite: boolean) => service.call('POST /api/admin/imports/{id}/run', of.id, { invite }),
    onSuccess: async ({ id }) => {
      change({ import: String(id), outcome: undefined });
      await queries.invalidateQueries({ queryKey: ['imports'] });
    },
    onError: async (error) => {
      if (isFileGone(error)) await queries.invalidateQueries({ queryKey: ['import', of.id] });
    },
  });
  const refused = running.isError && !(running.error instanceof NotConfirmedError);
  const number = (count: number) => new Intl.NumberFormat(language).format(count);
  const people = { count: of.created, number: number(of.created) };
  return (
    <section className="card import-decision" aria-labelledby="import-decision">
      {refused && <RefusedFile error={running.error} />}
      <div className="import-decision-words">
        <h2 id="import-decision">
          {of.created > 0
            ? say('imports.decide.title', people)
            : say('imports.renew.title', { count: of.updated, number: number(of.updated) })}
        </h2>
        <p className="hint">
          {of.administrators > 0 &&
            `${say('imports.decide.administrators', { count: of.administrators, number: number(of.administrators) })} `}
          {of.failed > 0 && `${say('imports.decide.rest', { count: of.failed, number: number(of.failed) })} `}
          {of.created > 0 &&
            of.updated > 0 &&
            `${say('imports.renew.title', { count: of.updated, number: number(of.updated) })}. `}
          {of.created > 0 && say('imports.decide.text')}
        </p>
      </div>
      <div className="import-decision-acts">
        <Button
          size="md"
          loading={running.isPending && !running.variables}
          disabled={running.isPending}
          onClick={() => running.mutate(false)}
        >
          {say(of.updated > 0 ? 'imports.renew.run' : 'imports.run', people)}
        </Button>
        {of.created > 0 && (
          <Button
            size="md"
            variant="default"
            loading={running.isPending && running.variables}
            disabled={running.isPending}
            onClick={() => running.mutate(true)}
          >
            {say(of.updated > 0 ? 'imports.renew.runAndInvite' : 'imports.runAndInvite', people)}
          </Button>
        )}
      </div>
    </section>
  );
}

/** Whether people who exist get what the file says otherwise; the check is made again, so that each change is seen first. */
export function RenewChoice({ of }: { of: Import }) {
  const { say } = useTexts();
  const checking = useCheckAgain(of);
  return (
    <Checkbox
      className="import-renew"
      label={say('imports.renew')}
      description={say('imports.renew.text')}
      checked={checking.variables?.update ?? of.update}
      disabled={checking.isPending}
      onChange={() => checking.mutate({ update: !of.update })}
    />
  );
}

/** What became of a check whose file went on. */
function Continued({ of, next }: { of: Import; next: number }) {
  const { say } = useTexts();
  const [, change] = useAddressState();
  const what = of.next_is === 'check' ? 'imports.continued.check' : 'imports.continued.import';
  return (
    <Notice kind="info">
      {say(what)}{' '}
      <Button
        variant="subtle"
        size="compact-md"
        onClick={() => change({ import: String(next), outcome: undefined }, { asNewStep: true })}
      >
        {say('imports.continued.open')}
      </Button>
    </Notice>
  );
}

function FileGone() {
  const { say } = useTexts();
  const checking = useFileCheck();
  return (
    <div className="card import-again">
      <p role="status">{say('imports.gone')}</p>
      {checking.isError && <RefusedFile error={checking.error} />}
      <FileDrop small busy={checking.isPending} onFile={(file) => checking.mutate({ file })} />
    </div>
  );
}
