import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { filesAddress } from '../../platform/config/storage-settings.ts';
import { settingSections } from '../app/read-settings.ts';
import { UsageError } from './command.ts';
import type { Answers, Question } from './setup-questions.ts';

/** The source of answers that no option gave: a person at the terminal, or lines of standard input. */
interface Answerer {
  /** Undefined at the end of the input. */
  ask(prompt: string, isSecret: boolean): Promise<string | undefined>;
  /** Reports a problem with an answer. Returns whether another answer may follow. */
  refuse(problem: string): boolean;
  close(): void;
}

/**
 * Asks the questions that no option has answered, in order, and checks each answer as the setting does.
 * @throws UsageError for an invalid answer that nobody can correct
 */
export async function askQuestions(
  questions: readonly Question[],
  given: Readonly<Record<string, string | boolean | undefined>>,
): Promise<Answers> {
  const answers: Record<string, string> = {};
  const answerer = process.stdin.isTTY ? person() : lines();
  try {
    for (const question of questions) {
      if (!(question.when?.(answers) ?? true)) continue;
      const answer = await answerTo(question, answers, given[question.option], answerer);
      answers[settingFor(question, answer)] = answer;
    }
  } finally {
    answerer.close();
  }
  return answers;
}

async function answerTo(
  question: Question,
  answers: Answers,
  option: string | boolean | undefined,
  answerer: Answerer,
): Promise<string> {
  const fallback = question.fallback?.(answers);
  for (let given = typeof option === 'string' ? option : undefined; ; given = undefined) {
    const isAsked = given === undefined;
    const shown = fallback === undefined || fallback === '' ? '' : ` [${fallback}]`;
    const typed = given ?? (await answerer.ask(`${question.text}${shown}: `, question.isSecret ?? false));
    const answer = typed?.trim() || fallback;
    const problem = answer === undefined ? 'is needed' : problemOf(question, answer);
    if (answer !== undefined && problem === undefined)
      return question.isFolder && answer !== '' && !isBucket(answer) ? resolve(answer) : answer;
    const complaint = `${question.text}: ${problem}`;
    if (!isAsked || typed === undefined || !answerer.refuse(complaint)) throw new UsageError(`${complaint}.`);
  }
}

const isBucket = (answer: string): boolean => answer.startsWith('s3:');

const settingFor = ({ setting, bucketSetting }: Question, answer: string): string =>
  bucketSetting !== undefined && isBucket(answer) ? bucketSetting : setting;

function problemOf(question: Question, answer: string): string | undefined {
  if (answer === '') return undefined;
  const setting = settingFor(question, answer);
  if (isBucket(answer) && setting === question.bucketSetting && filesAddress(answer) === undefined)
    return 'must be s3://bucket/prefix?endpoint=https://host:port&region=…, without credentials';
  const entry = Object.values(settingSections)
    .flatMap((section) => Object.values(section))
    .find(({ name }) => name === setting);
  const parsed = entry?.parse(answer);
  return parsed !== undefined && 'problem' in parsed ? parsed.problem : undefined;
}

function person(): Answerer {
  let isHidden = false;
  const output = new Writable({
    write: (chunk, _encoding, done) => {
      if (!isHidden) process.stderr.write(chunk);
      done();
    },
  });
  const terminal = createInterface({ input: process.stdin, output, terminal: true });
  let ended = false;
  let atEnd: (() => void) | undefined;
  terminal.once('close', () => {
    ended = true;
    atEnd?.();
  });
  return {
    ask: (prompt, isSecret) =>
      new Promise((answered) => {
        if (ended) return answered(undefined);
        atEnd = () => answered(undefined);
        terminal.question(prompt, (typed) => {
          if (isHidden) process.stderr.write('\n');
          isHidden = false;
          answered(typed);
        });
        isHidden = isSecret;
      }),
    refuse: (problem) => {
      console.error(problem);
      return true;
    },
    close: () => terminal.close(),
  };
}

function lines(): Answerer {
  const source = createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY });
  const iterator = source[Symbol.asyncIterator]();
  return {
    ask: async () => {
      const { value, done } = await iterator.next();
      return done ? undefined : value;
    },
    refuse: () => false,
    close: () => source.close(),
  };
}
