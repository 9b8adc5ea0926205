import pg from 'pg';
import { printAnswer, programInput } from './support/program-input.ts';

/** Runs one prepared query over and over on a pool of the service's size, each worker for its own key; reports the rate per second. */
const {
  databaseUrl,
  text,
  keys,
  pool: max,
  atOnce,
  seconds,
} = programInput<{
  databaseUrl: string;
  text: string;
  keys: string[];
  pool: number;
  atOnce: number;
  seconds: number;
}>();

const pool = new pg.Pool({ connectionString: databaseUrl, max });
let until = 0;
let reads = 0;

async function worker(index: number): Promise<void> {
  const values = [keys[index % keys.length]];
  for (; performance.now() < until; reads++) {
    const { rows } = await pool.query({ name: 'session', text, values });
    if (rows.length !== 1) throw new Error('The session was not found');
  }
}

const readFor = (span: number) => {
  reads = 0;
  until = performance.now() + span * 1000;
  return Promise.all(Array.from({ length: atOnce }, (_, index) => worker(index)));
};

await readFor(0.5); // connections, plans and the compiler are warm by then
await readFor(seconds);
await pool.end();
printAnswer({ rate: reads / seconds });
