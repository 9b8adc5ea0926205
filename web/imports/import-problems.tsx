import { Button, NativeSelect } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Import, Role } from '../../client/wire-types.ts';
import { viewer } from '../auth/rights.ts';
import { service } from '../auth/service.ts';
import { sayRefused } from '../components/connection/acted.tsx';
import { Notice } from '../components/connection/notice.tsx';
import { Section } from '../components/form/section.tsx';
import { Icon } from '../components/frame/icons.tsx';
import { saveFile } from '../components/table/save-file.ts';
import { useTexts } from '../i18n/texts.ts';
import { columnWords, cureWords, isLeftBehind, NAMELESS, reasonWords } from './import-words.ts';
import { hasFile, mayCheckAgain, useCheckAgain } from './use-check-again.ts';

/** The faulty rows by kind, with one act for all that are alike, and as a file to correct. */
export function ImportProblems({ of }: { of: Import }) {
  const { say, language } = useTexts();
  const number = (count: number) => new Intl.NumberFormat(language).format(count);
  return (
    <Section title={say('imports.problems')} text={say(`imports.problems.${explained(of)}`)}>
      <ul className="import-problems">
        {of.problems
          .filter((one) => !isLeftBehind(one))
          .map((one) => (
            <li key={`${one.column} ${one.reason}`}>
              <span className="import-problem-count">
                {say('imports.problems.count', { count: one.count, number: number(one.count) })}
              </span>
              <div>
                <strong>
                  {NAMELESS.includes(one.reason) && `${columnWords(one, say)}: `}
                  {reasonWords(one, say)}
                </strong>{' '}
                {cureWords(one, of, say)}
                {one.reason === 'role' && hasWords(of) && <RoleMeanings of={of} />}
              </div>
            </li>
          ))}
      </ul>
      {hasFile(of) && <FaultyFile of={of} />}
    </Section>
  );
}

/** What of people does not come along, though they do. */
export function ImportLeft({ of }: { of: Import }) {
  const { say, language } = useTexts();
  return of.problems.filter(isLeftBehind).map((one) => (
    <Notice key={one.reason} kind="warning">
      <strong>
        {say('imports.left', { count: one.count, number: new Intl.NumberFormat(language).format(one.count) })}
      </strong>{' '}
      {cureWords(one, of, say)}
    </Notice>
  ));
}

/** Whether a word for a role can still be given a meaning here. */
const hasWords = (of: Import): boolean => mayCheckAgain(of) && of.unknown_roles.length > 0;

function explained(of: Import): 'text' | 'textChecked' | 'textDone' {
  if (!of.dry_run) return 'textDone';
  return hasWords(of) ? 'text' : 'textChecked';
}

/** What words for roles mean, for all rows that have them. */
function RoleMeanings({ of }: { of: Import }) {
  const { say, language } = useTexts();
  const [meanings, setMeanings] = useState<Readonly<Record<string, Role>>>({});
  const [told, setTold] = useState(false);
  const first = useRef<HTMLSelectElement>(null);
  const checking = useCheckAgain(of);
  const nothing = Object.keys(meanings).length === 0;
  const check = () => {
    setTold(nothing);
    if (nothing) first.current?.focus();
    else checking.mutate({ roles: { ...of.roles, ...meanings } });
  };
  const roles = (viewer()?.grantable_roles ?? []).filter((role) => role !== 'superadmin');
  const options = [
    { value: '', label: say('imports.problems.leaveOut') },
    ...roles.map((role) => ({ value: role, label: say(`role.${role}`) })),
  ];
  const choose = (word: string, chosen: string) => {
    const { [word]: _, ...others } = meanings;
    const role = roles.find((one) => one === chosen);
    setMeanings(role === undefined ? others : { ...others, [word]: role });
  };
  return (
    <div className="role-meanings">
      {of.unknown_roles.map(({ word, count, likely }, index) => (
        <div className="role-meaning" key={word}>
          <span dir="auto">{say('imports.problems.word', { word })}</span>
          <span className="hint-line">
            {say('imports.problems.count', { count, number: new Intl.NumberFormat(language).format(count) })}
            {likely !== null && ` · ${say('imports.problems.likely', { role: say(`role.${likely}`) })}`}
          </span>
          <NativeSelect
            ref={index === 0 ? first : undefined}
            aria-label={say('imports.problems.meaning', { word })}
            error={index === 0 && told && nothing && say('imports.problems.chooseFirst')}
            value={meanings[word] ?? ''}
            onChange={(event) => choose(word, event.currentTarget.value)}
            data={options}
          />
        </div>
      ))}
      <Button variant="light" loading={checking.isPending} onClick={check}>
        {say('imports.problems.apply')}
      </Button>
    </div>
  );
}

function FaultyFile({ of }: { of: Import }) {
  const { say, language } = useTexts();
  const fetching = useMutation({
    mutationFn: async () =>
      saveFile(
        await service.file('GET /api/admin/imports/{id}/faulty.csv', of.id, { language }),
        say('imports.problems.download.file', { id: of.id }),
      ),
    onError: (error) => sayRefused(error, say, language),
  });
  return (
    <Button
      variant="default"
      leftSection={<Icon name="download" size={18} />}
      loading={fetching.isPending}
      onClick={() => fetching.mutate()}
    >
      {say('imports.problems.download', {
        count: of.failed,
        number: new Intl.NumberFormat(language).format(of.failed),
      })}
    </Button>
  );
}
