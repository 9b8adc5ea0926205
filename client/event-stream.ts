export interface ServerEvent {
  readonly event: string;
  readonly data: string;
}

/**
 * Reads server-sent events (HTML Living Standard §9.2.6) from a fetched body, because `EventSource` cannot send a token.
 * `heard` is called for each chunk, comments included.
 */
export async function* readEvents(
  stream: ReadableStream<Uint8Array>,
  heard: () => void = () => {},
): AsyncGenerator<ServerEvent> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      heard();
      const blocks = (rest + decoder.decode(value, { stream: true })).split(/\r?\n\r?\n/);
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = eventOf(block);
        if (event !== undefined) yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** The service sends something at once and then every 15 seconds; silence means that a proxy holds events back. */
const FIRST_EVENT_WITHIN = 4000;
const SILENT_FOR = 40_000;

/** Opens a stream of the service and reads it until it ends. @throws when it falls silent, and what `open` throws */
export async function* liveEvents(
  open: (until: AbortSignal) => Promise<ReadableStream<Uint8Array>>,
  signal: AbortSignal,
  heard: () => void = () => {},
): AsyncGenerator<ServerEvent> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), FIRST_EVENT_WITHIN);
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), SILENT_FOR);
    heard();
  };
  try {
    yield* readEvents(await open(AbortSignal.any([signal, silence.signal])), wait);
  } finally {
    clearTimeout(timer);
  }
}

/** `undefined` for a comment: the heartbeat that keeps the connection open. */
function eventOf(block: string): ServerEvent | undefined {
  let event = 'message';
  const data: string[] = [];
  for (const line of block.split(/\r?\n/)) {
    const [, name, value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
    if (name === 'event') event = value;
    if (name === 'data') data.push(value);
  }
  return data.length === 0 ? undefined : { event, data: data.join('\n') };
}
