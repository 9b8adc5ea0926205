import { BadJson } from './strict-json.ts';

/** A part of a file: an element of a list, or a member that is an object. */
interface JsonItem {
  /** The member of the outermost object that it is, or is an element of. */
  readonly member: string;
  readonly text: string;
}

const LARGEST_ITEM = 256 * 1024;
const DEEPEST = 64;
const LONGEST_NAME = 100;
const [QUOTE, BACKSLASH, OPEN, CLOSE, OPEN_LIST, CLOSE_LIST, COLON] = [
  0x22, 0x5c, 0x7b, 0x7d, 0x5b, 0x5d, 0x3a,
] as const;

/**
 * Cuts a large JSON object into the objects in its lists, and its own objects, without holding more than one of them. What an
 * item holds is not read here; everything else in the file is passed over. @throws BadJson
 */
export async function* jsonItems(
  chunks: AsyncIterable<Buffer>,
  members: ReadonlySet<string>,
): AsyncGenerator<JsonItem> {
  const seen = new Set<string>();
  const open: number[] = [];
  let held: Buffer[] = [];
  let heldBytes = 0;
  let inString = false;
  let isEscaped = false;
  let name = '';
  let member = '';
  let itemDepth = 0; // 0: no item is being read
  let hasBegun = false;

  for await (const chunk of chunks) {
    let from = 0;
    const hold = (to: number) => {
      heldBytes += to - from;
      if (heldBytes > LARGEST_ITEM) throw new BadJson();
      held.push(Buffer.from(chunk.subarray(from, to)));
    };
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at];
      if (inString) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) inString = false;
        else if (open.length === 1 && byte !== undefined && name.length < LONGEST_NAME)
          name += String.fromCharCode(byte);
        continue;
      }
      if (byte === QUOTE) {
        inString = true;
        if (open.length === 1) name = '';
      } else if (byte === COLON) {
        if (open.length !== 1) continue;
        if (members.has(name) && seen.has(name)) throw new BadJson();
        seen.add(name);
        member = name;
      } else if (byte === OPEN || byte === OPEN_LIST) {
        if (!hasBegun && byte !== OPEN) throw new BadJson();
        if (hasBegun && open.length === 0) throw new BadJson();
        hasBegun = true;
        open.push(byte);
        if (open.length > DEEPEST) throw new BadJson();
        const isInList = open.length === 3 && open[1] === OPEN_LIST;
        const isItem = byte === OPEN && members.has(member) && (open.length === 2 || isInList);
        if (itemDepth === 0 && isItem) {
          itemDepth = open.length;
          [from, held, heldBytes] = [at, [], 0];
        }
      } else if (byte === CLOSE || byte === CLOSE_LIST) {
        if (open.at(-1) !== (byte === CLOSE ? OPEN : OPEN_LIST)) throw new BadJson();
        if (itemDepth === open.length) {
          hold(at + 1);
          yield { member, text: Buffer.concat(held).toString('utf8') };
          itemDepth = 0;
        }
        open.pop();
      }
    }
    if (itemDepth > 0) hold(chunk.length);
  }
  if (!hasBegun || open.length > 0) throw new BadJson();
}
