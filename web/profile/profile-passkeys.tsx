import { Button, Group, Skeleton, Stack, TextInput } from '@mantine/core';
import '@mantine/core/styles/Skeleton.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OwnPasskeys } from '../../client/wire-types.ts';
import { declineSilent } from '../auth/after-sign-in.ts';
import { meQuery } from '../auth/me-query.ts';
import { PasskeyProblem } from '../auth/passkey-problem.ts';
import { canUsePasskeys } from '../auth/passkey-support.ts';
import { makePasskey, tellAccepted } from '../auth/passkeys.ts';
import { NotConfirmedError } from '../auth/reauth-question.ts';
import { service } from '../auth/service.ts';
import { Notice, ProblemNotice } from '../components/connection/notice.tsx';
import { FormDialog } from '../components/dialog/form-dialog.tsx';
import { QuestionDialog } from '../components/dialog/question-dialog.tsx';
import { useOwnValidation } from '../components/form/own-validation.ts';
import { Section } from '../components/form/section.tsx';
import { fully } from '../components/frame/times.ts';
import { type TextKey, useTexts } from '../i18n/texts.ts';
import { passkeysQuery } from './profile-queries.ts';

export function ProfilePasskeys() {
  const passkeys = useQuery(passkeysQuery);
  if (passkeys.isError) return <ProblemNotice error={passkeys.error} retry={() => void passkeys.refetch()} />;
  return passkeys.data ? <Passkeys own={passkeys.data} /> : <Skeleton height={160} radius="md" />;
}

type Act =
  | { readonly kind: 'add' }
  | { readonly kind: 'addSecond' }
  | { readonly kind: 'rename'; readonly id: number; readonly name: string }
  | { readonly kind: 'remove'; readonly id: number };

const DONE = {
  add: 'profile.passkeys.added',
  addSecond: 'profile.passkeys.addedSecond',
  rename: 'profile.passkeys.renamed',
  remove: 'profile.passkeys.removed',
} as const satisfies Record<Act['kind'], TextKey>;

async function perform(act: Act): Promise<void> {
  if (act.kind === 'rename')
    return void (await service.call('PATCH /api/users/me/passkeys/{id}', act.id, { name: act.name }));
  if (act.kind === 'remove') return service.call('DELETE /api/users/me/passkeys/{id}', act.id);
  const options = await service.call('POST /api/users/me/passkeys/options', undefined, {
    purpose: act.kind === 'addSecond' ? 'second_step' : undefined,
  });
  await service.call('POST /api/users/me/passkeys', await makePasskey(options));
}

function Passkeys({ own }: { own: OwnPasskeys }) {
  const { say } = useTexts();
  const queries = useQueryClient();
  const acting = useMutation({
    mutationFn: perform,
    onSuccess: async (_done, { kind }) => {
      await queries.invalidateQueries({ queryKey: meQuery.queryKey }); // one may fulfil what is asked of the role
      const now = queries.getQueryData(passkeysQuery.queryKey);
      if (kind !== 'remove') return;
      declineSilent();
      if (now) tellAccepted(now);
    },
  });
  const { items, most } = own;
  /** Of the buttons below the list, which may be longer than the screen. */
  const adds = acting.variables?.kind === 'add' || acting.variables?.kind === 'addSecond';
  const said = acting.isError ? (
    <Problem error={acting.error} />
  ) : (
    acting.isSuccess && <Notice kind="done">{say(DONE[acting.variables.kind])}</Notice>
  );
  return (
    <Section title={say('profile.section.passkeys')} text={say('profile.section.passkeys.text')}>
      <Stack gap="md">
        {!adds && said}
        {items.length > 0 && (
          <div>
            {items.map((passkey) => (
              <PasskeyRow key={passkey.id} passkey={passkey} busy={acting.isPending} onAct={acting.mutate} />
            ))}
          </div>
        )}
        {own.available && canUsePasskeys() ? (
          <>
            <p className="hint">
              {items.length < most ? say('profile.passkeys.addSecond.text') : say('profile.passkeys.full', { most })}
            </p>
            <Group justify="flex-end">
              {(['addSecond', 'add'] as const).map((kind) => (
                <Button
                  key={kind}
                  variant={kind === 'add' ? 'filled' : 'default'}
                  loading={acting.isPending && acting.variables.kind === kind}
                  disabled={items.length >= most}
                  onClick={() => acting.mutate({ kind })}
                >
                  {say(`profile.passkeys.${kind}`)}
                </Button>
              ))}
            </Group>
            {adds && said && <div ref={scrollIntoViewOf}>{said}</div>}
          </>
        ) : (
          <p className="hint">{say(whyNot(own))}</p>
        )}
      </Stack>
    </Section>
  );
}

/** An added key may push what is below it off the screen. */
const scrollIntoViewOf = (words: HTMLElement | null) => words?.scrollIntoView({ block: 'nearest' });

const whyNot = ({ unavailable_reason: reason }: OwnPasskeys): TextKey =>
  reason === null ? 'profile.passkeys.browser' : `profile.passkeys.off.${reason}`;

function Problem({ error }: { error: unknown }) {
  const { say } = useTexts();
  if (error instanceof NotConfirmedError) return null;
  if (!(error instanceof PasskeyProblem)) return <ProblemNotice error={error} />;
  return <Notice kind="info">{say(`profile.passkeys.${error.kind}`)}</Notice>;
}

interface PasskeyRowProps {
  readonly passkey: OwnPasskeys['items'][number];
  readonly busy: boolean;
  readonly onAct: (act: Act) => void;
}

function PasskeyRow({ passkey, busy, onAct }: PasskeyRowProps) {
  const { say, language } = useTexts();
  const [open, setOpen] = useState<'name' | 'removal'>();
  const { id, name, state, created_at, last_used_at, synced, second_step_only } = passkey;
  const close = () => setOpen(undefined);
  const used = last_used_at === null ? say('profile.passkeys.unused') : fully(last_used_at, language);
  return (
    <div className="row">
      <div>
        <strong className="long">{name}</strong>{' '}
        {second_step_only && <span className="pill">{say('profile.passkeys.secondOnly')}</span>}{' '}
        {state !== 'usable' && <span className="pill">{say(`profile.passkeys.state.${state}`)}</span>}
        <p className="hint">
          {say('profile.passkeys.about', { added: fully(created_at, language), used })}{' '}
          {say(synced ? 'profile.passkeys.synced' : 'profile.passkeys.bound')}
        </p>
        {state === 'refused' && <p className="hint">{say('profile.passkeys.refused.text')}</p>}
      </div>
      <Group gap="xs" className="firm">
        <Button
          variant="default"
          size="sm"
          disabled={busy}
          onClick={() => setOpen('name')}
          aria-label={say('profile.passkeys.renameOf', { name })}
        >
          {say('profile.passkeys.rename')}
        </Button>
        <Button
          variant="default"
          size="sm"
          disabled={busy}
          onClick={() => setOpen('removal')}
          aria-label={say('profile.passkeys.removeOf', { name })}
        >
          {say('profile.passkeys.remove')}
        </Button>
      </Group>
      {open === 'name' && (
        <NameQuestion
          name={name}
          onClose={close}
          onName={(next) => {
            close();
            onAct({ kind: 'rename', id, name: next });
          }}
        />
      )}
      {open === 'removal' && (
        <QuestionDialog
          title={say('profile.passkeys.removeOf', { name })}
          confirm={say('profile.passkeys.remove')}
          danger
          onClose={close}
          onConfirm={() => {
            close();
            onAct({ kind: 'remove', id });
          }}
        >
          {say('profile.passkeys.remove.text')}
        </QuestionDialog>
      )}
    </div>
  );
}

interface NameQuestionProps {
  readonly name: string;
  readonly onName: (name: string) => void;
  readonly onClose: () => void;
}

function NameQuestion({ name, onName, onClose }: NameQuestionProps) {
  const { say } = useTexts();
  const [typed, setTyped] = useState(name);
  const { form, problemOf } = useOwnValidation(() => onName(typed.trim()));
  return (
    <FormDialog
      title={say('profile.passkeys.renameOf', { name })}
      width={440}
      verb={say('app.save')}
      form={form}
      saving={{ isPending: false, error: null }}
      problems={{}}
      onClose={onClose}
    >
      <TextInput
        name="name"
        label={say('profile.passkeys.name')}
        description={say('profile.passkeys.name.text')}
        required
        withAsterisk={false}
        error={problemOf('name')}
        size="md"
        maxLength={60}
        autoComplete="off"
        data-autofocus
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
