import type { Manager } from '../src/accounts/permissions/managing-users.ts';
import type { Call } from '../src/platform/http/call.ts';
import type { Instant } from '../src/platform/kernel/clock.ts';
import { days, type Milliseconds } from '../src/platform/kernel/durations.ts';
import { tierOf } from '../src/platform/kernel/role.ts';
import {
  approveErasure,
  extendErasure,
  holdErasure,
  rejectErasure,
} from '../src/privacy/personal-data/decide-erasure.ts';
import { cancelErasure, requestErasure } from '../src/privacy/personal-data/request-erasure.ts';
import { type Act, chanceDevice, type Device, partsOf, type Stage } from './demo-act.ts';
import type { DemoPerson } from './demo-people.ts';
import type { SeededRandom } from './seeded-random.ts';

type Decide = (parts: ReturnType<typeof partsOf>, call: Call<Manager>, id: number) => Promise<unknown>;

/** A request for erasure and its outcome so far. */
interface Story {
  readonly tenant: number;
  readonly askedDaysAgo: number;
  readonly decidedDaysAgo?: number;
  readonly decide?: Decide;
  readonly takenBackDaysAgo?: number;
}

const extend: Decide = (parts, call, id) =>
  extendErasure(parts, call, id, { reason: 'Podaci su i u arhivi natjecanja, koju pregledavamo ručno.' });
const hold: Decide = (parts, call, id) =>
  holdErasure(parts, call, id, { held: true, reason: 'U tijeku je stegovni postupak.' });
const reject: Decide = (parts, call, id) =>
  rejectErasure(parts, call, id, { reason: 'Dokumentaciju o nezgodi čuvamo po zakonu.' });
const approve: Decide = (parts, call, id) => approveErasure(parts, call, id, {});

/** One for each state of a request; the approved one is carried out as soon as the demo serves. */
const STORIES: readonly Story[] = [
  { tenant: 0, askedDaysAgo: 2 },
  { tenant: 0, askedDaysAgo: 11 },
  { tenant: 0, askedDaysAgo: 27 },
  { tenant: 0, askedDaysAgo: 41, decidedDaysAgo: 38, decide: extend },
  { tenant: 0, askedDaysAgo: 19, decidedDaysAgo: 16, decide: hold },
  { tenant: 0, askedDaysAgo: 24, decidedDaysAgo: 12, decide: reject },
  { tenant: 0, askedDaysAgo: 15, decidedDaysAgo: 1, decide: approve },
  { tenant: 0, askedDaysAgo: 21, takenBackDaysAgo: 20 },
  { tenant: 1, askedDaysAgo: 22 },
];

/** People who requested erasure, none with a printed sign-in. */
export function privacyActs(people: readonly DemoPerson[], random: SeededRandom, now: Milliseconds): Act[] {
  const asking = new Set<DemoPerson>();
  return STORIES.flatMap((story) => {
    const suits = ({ tenant, role, status, shown, joinedDaysAgo }: DemoPerson) =>
      tenant === story.tenant && role === 'member' && status === 'active' && !shown && joinedDaysAgo > 60;
    const person = random.pick(people.filter((one) => suits(one) && !asking.has(one)));
    asking.add(person);
    const admin = people.find(({ tenant, role }) => tenant === story.tenant && role === 'admin') as DemoPerson;
    return storyActs(story, { person, admin, home: chanceDevice(random), device: chanceDevice(random) }, now);
  });
}

interface Cast {
  readonly person: DemoPerson;
  readonly admin: DemoPerson;
  readonly home: Device;
  readonly device: Device;
}

function storyActs(story: Story, { person, admin, home, device }: Cast, now: Milliseconds): Act[] {
  let request: { readonly id: number } | undefined;
  const acts: Act[] = [];
  const then = (daysAgo: number | undefined, perform: (stage: Stage, at: Instant) => Promise<unknown>) => {
    if (daysAgo !== undefined)
      acts.push({ at: now - days(daysAgo), perform: async (...on) => void (await perform(...on)) });
  };
  then(story.askedDaysAgo, async (stage, at) => {
    const about = stage.actors.get(person);
    if (about)
      request = await requestErasure(partsOf(stage, at), {
        ...home(about, at),
        isReauthenticated: true,
        caller: { userId: about.id },
      });
  });
  then(story.decidedDaysAgo, async (stage, at) => {
    const by = stage.actors.get(admin);
    if (by === undefined || request === undefined) return;
    const caller = { userId: by.id, tenantId: by.tenantId ?? 0, tier: tierOf(admin.role) };
    await story.decide?.(partsOf(stage, at), { ...device(by, at), isReauthenticated: true, caller }, request.id);
  });
  then(story.takenBackDaysAgo, async (stage, at) => {
    const about = stage.actors.get(person);
    if (about)
      await cancelErasure(partsOf(stage, at), {
        ...home(about, at),
        isReauthenticated: true,
        caller: { userId: about.id },
      });
  });
  return acts;
}
