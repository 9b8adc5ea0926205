import { useQuery } from '@tanstack/react-query';
import type { Application } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';
import { ProblemNotice } from '../components/connection/notice.tsx';
import { useTexts } from '../i18n/texts.ts';

/** What a service may do, and the calls that each scope opens, as declared by the routes. */
export function ScopeRoutes({ scopes }: { scopes: Application['scopes'] }) {
  const { say } = useTexts();
  const opened = useQuery({
    queryKey: ['service-scopes'],
    queryFn: async () => (await service.call('GET /api/scopes')).items,
  });
  return (
    <div>
      <strong>{say('applications.service.scopes')}</strong>
      {opened.error && <ProblemNotice error={opened.error} retry={() => void opened.refetch()} />}
      <ul>
        {scopes.map((scope) => (
          <li key={scope}>
            {say(`applications.scope.${scope}`)} <code>{scope}</code>
            <details>
              <summary>{say('applications.service.routes')}</summary>
              <ul>
                {opened.data
                  ?.find((one) => one.scope === scope)
                  ?.routes.map(({ method, path }) => (
                    <li key={`${method} ${path}`}>
                      <code className="long">{`${method} ${path}`}</code>
                    </li>
                  ))}
              </ul>
            </details>
          </li>
        ))}
      </ul>
    </div>
  );
}
