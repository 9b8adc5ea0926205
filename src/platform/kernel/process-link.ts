import type { Milliseconds } from './durations.ts';
import { messageOf } from './unchecked.ts';

/** A message between two processes: a numbered question, its answer, or a notice that needs no answer. */
type Message =
  | { readonly ask: string; readonly id: number; readonly input: unknown }
  | { readonly answer: number; readonly value?: unknown; readonly failed?: string }
  | { readonly tell: string; readonly input: unknown };

/** Either end of the channel that `node:child_process` opens between a process and its parent. */
export interface ProcessEnd {
  send(message: Message, done: (error: Error | null) => void): void;
  onMessage(listener: (message: unknown) => void): void;
}

/** Calls between a process and its parent. What is sent must survive JSON. */
export interface ProcessLink {
  /** @throws Error when the other end is gone, fails, or does not answer within that time */
  ask<Output>(what: string, input: unknown, within: Milliseconds): Promise<Output>;
  /** Sends a notice; it is lost when the other end is gone. */
  tell(what: string, input?: unknown): void;
  /** Handles the questions and notices of that name that the other end sends. */
  on<Input>(what: string, hear: (input: Input) => unknown): void;
  /** Fails whatever still waits for an answer: the other end is gone. */
  cut(): void;
}

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

export function processLink(end: ProcessEnd): ProcessLink {
  const waiting = new Map<number, Waiting>();
  const heard = new Map<string, (input: unknown) => unknown>();
  let lastId = 0;

  const settle = (id: number, how: (one: Waiting) => void) => {
    const one = waiting.get(id);
    if (one === undefined) return; // the answer came too late
    waiting.delete(id);
    clearTimeout(one.timer);
    how(one);
  };
  const fail = (id: number, reason: string) => settle(id, ({ reject }) => reject(new Error(reason)));
  const say = (message: Message) => end.send(message, () => {}); // if the other process is gone, its exit is noticed elsewhere
  const hear = (what: string, input: unknown) => heard.get(what)?.(input);
  const answer = async ({ ask, id, input }: Extract<Message, { ask: string }>) => {
    try {
      say({ answer: id, value: await hear(ask, input) });
    } catch (error) {
      say({ answer: id, failed: messageOf(error) });
    }
  };
  end.onMessage((received) => {
    const message = received as Message;
    if ('ask' in message) void answer(message);
    else if ('tell' in message) hear(message.tell, message.input);
    else if (message.failed !== undefined) fail(message.answer, message.failed);
    else settle(message.answer, ({ resolve }) => resolve(message.value));
  });
  return {
    ask: <Output>(what: string, input: unknown, within: Milliseconds) =>
      new Promise<Output>((resolve, reject) => {
        const id = ++lastId;
        const timer = setTimeout(fail, within, id, `No answer to ${what} within ${within} ms`).unref();
        waiting.set(id, { resolve: (value) => resolve(value as Output), reject, timer }); // both processes run the same build
        end.send({ ask: what, id, input }, (error) => error && fail(id, error.message));
      }),
    tell: (what, input) => say({ tell: what, input }),
    on: <Input>(what: string, listener: (input: Input) => unknown) =>
      void heard.set(what, (input) => listener(input as Input)), // both processes run the same build
    cut: () => {
      for (const id of [...waiting.keys()]) fail(id, 'The other process is gone');
    },
  };
}
