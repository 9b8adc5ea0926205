import { setTimeout as pause } from 'node:timers/promises';
import type { BenchSite } from '../support/bench-site.ts';
import { runProgram } from '../support/child-program.ts';
import { ceilingFigure, type Figure, inTurn, shareFigure } from '../support/figures.ts';
import { importFile } from '../support/import-file.ts';

const LOOK_EVERY_MS = 400; // the route allows 240 a minute

/** An import of new people compared with plain inserts of the same rows, and the latency of other calls meanwhile. */
export async function importRate(site: BenchSite): Promise<Figure[]> {
  const { store, seeded, service, pace } = site;
  const { engine, dataDir, databaseUrl } = store;
  const rows = pace.importRows;
  const token = seeded.pairs[0]?.access_token ?? '';
  const probe = { url: service.url, token, seconds: pace.importProbeSeconds };
  const felt: number[] = [];
  const rateWhileProbed = async () => {
    const first = 1 + felt.length * rows;
    const probed = runProgram<{ me: number }>('load-probe.ts', probe);
    const [rate, { me }] = await Promise.all([importPeople(site, rows, first), probed]);
    felt.push(me);
    return rate;
  };
  const bareRate = async () =>
    (await runProgram<{ rate: number }>('raw-inserts.ts', { dataDir, databaseUrl, rows })).rate;
  const pairs = await inTurn(pace.importRounds, rateWhileProbed, bareRate);
  return [
    shareFigure({ what: 'import : bare inserts', engine, unit: 'rows/s' }, 0.3, pairs),
    ceilingFigure({ what: 'import: GET me, p99', engine, unit: 'ms' }, 20, felt),
  ];
}

/** Rows per second, from start to end of the import. @throws Error when it is refused or a row is not created */
export async function importPeople({ service, seeded }: BenchSite, rows: number, first: number): Promise<number> {
  const authorization = `Bearer ${seeded.admin.access_token}`;
  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${service.url}/api/admin/imports${path}`, { ...init, headers: { authorization } });
    if (!answer.ok) throw new Error(`An import was answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  const body = new FormData();
  body.append('file', new Blob([importFile(rows, first)], { type: 'text/csv' }), 'people.csv');
  const { id } = (await ask('', { method: 'POST', body })) as { id: number };
  for (;;) {
    await pause(LOOK_EVERY_MS);
    const { status, created, started_at, finished_at } = (await ask(`/${id}`)) as Progress;
    if (status === 'queued' || status === 'running') continue;
    if (created !== rows) throw new Error(`The import is ${status}, and created ${created} of ${rows} people`);
    return rows / ((Date.parse(finished_at ?? '') - Date.parse(started_at ?? '')) / 1000);
  }
}

interface Progress {
  readonly status: string;
  readonly created: number;
  readonly started_at: string | null;
  readonly finished_at: string | null;
}
