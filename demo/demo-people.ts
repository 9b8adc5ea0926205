import { checkDigit } from '../src/accounts/users/oib.ts';
import type { Language, UserStatus } from '../src/accounts/users/user.ts';
import type { Role } from '../src/platform/kernel/role.ts';
import { folded } from '../src/platform/kernel/text.ts';
import { FEMALE_NAMES, MALE_NAMES, SURNAMES } from './croatian-names.ts';
import { DEMO_TENANTS } from './demo-tenants.ts';
import { peopleOfManyClubs } from './people-of-many-clubs.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';

export interface DemoPerson {
  /** Which of `DEMO_TENANTS`. */
  readonly tenant: number;
  readonly ime: string;
  readonly prezime: string;
  readonly email: string;
  readonly telefon: string;
  readonly oib: string;
  readonly preferred_language: Language;
  readonly role: Role;
  readonly status: UserStatus;
  readonly joinedDaysAgo: number;
  /** Whether the demo prints this sign-in. */
  readonly shown: boolean;
  /** What they are beyond that; who has none acts in one tenant alone. */
  readonly beyond?: Beyond;
}

/** The reach of the first membership, and further ones. */
export interface Beyond {
  readonly reachesBelow?: true;
  readonly further?: readonly FurtherMembership[];
  /** Printed beside the sign-in. */
  readonly remark?: string;
}

interface FurtherMembership {
  readonly tenant: number;
  readonly role: Role;
  readonly number?: string;
  /** It ends so many days after the demo begins. */
  readonly endsInDays?: number;
}

type Standing = Pick<DemoPerson, 'role' | 'status' | 'shown'>;

/** One of every role and one of every status, in each tenant. */
const SHOWN: readonly Standing[] = [
  ...(['superadmin', 'admin', 'manager', 'member', 'guest'] as const).map((role) => standing(role, 'active', true)),
  ...(['invited', 'suspended', 'deleted'] as const).map((status) => standing('member', status, true)),
];

/** In the smaller tenants of the tree: somebody who manages it, then members; nobody printed. */
const STAFF: readonly Standing[] = [standing('admin', 'active', false), standing('manager', 'active', false)];

/** Another seed gives other people, and documents name some of these. */
const PEOPLE_SEED = 2006;

/** Everybody, the same at every start; in each of the first two tenants the printed ones first. */
export function demoPeople(): DemoPerson[] {
  const random = seededRandom(PEOPLE_SEED);
  const taken = new Set<string>();
  const many = DEMO_TENANTS.flatMap(({ people, domain }, tenant) =>
    Array.from({ length: people }, (_none, number): DemoPerson => {
      const standing = (tenant < 2 ? SHOWN : STAFF)[number] ?? chanceStanding(random);
      const { ime, prezime } = chanceName(random);
      return {
        tenant,
        ime,
        prezime,
        ...standing,
        email: freeAddress(`${ime}.${prezime}`, domain, taken),
        telefon: chancePhone(random),
        oib: standing.role === 'guest' || random.chance(0.15) ? '' : chanceOib(random),
        preferred_language: random.chance(0.08) ? 'en' : 'hr',
        joinedDaysAgo: chanceJoining(random, standing),
      };
    }),
  );
  return [...many, ...peopleOfManyClubs()];
}

function standing(role: Role, status: UserStatus, shown: boolean): Standing {
  return { role, status, shown };
}

function chanceStanding(random: SeededRandom): Standing {
  const [rank, fate] = [random.next(), random.next()];
  const role = rank < 0.01 ? 'admin' : rank < 0.06 ? 'manager' : rank < 0.9 ? 'member' : 'guest';
  const status = fate < 0.82 ? 'active' : fate < 0.91 ? 'invited' : fate < 0.96 ? 'suspended' : 'deleted';
  return standing(role, role === 'admin' ? 'active' : status, false);
}

function chanceName(random: SeededRandom): { ime: string; prezime: string } {
  const isWoman = random.chance(0.5);
  const first = random.pick(isWoman ? FEMALE_NAMES : MALE_NAMES);
  const [own, other] = [random.pick(SURNAMES), random.pick(SURNAMES)];
  const isDouble = own !== other && random.chance(isWoman ? 0.2 : 0.03);
  return { ime: first, prezime: isDouble ? `${own}-${other}` : own };
}

/** `ana.cavic@…`, `ana.cavic2@…` for the second of that name. */
function freeAddress(name: string, domain: string, taken: Set<string>): string {
  const local = folded(name);
  let email = `${local}@${domain}`;
  for (let number = 2; taken.has(email); number++) email = `${local}${number}@${domain}`;
  taken.add(email);
  return email;
}

/** Only looks like a Croatian number: no subscriber's number begins with 0, so nobody gets called. */
function chancePhone(random: SeededRandom): string {
  if (random.chance(0.1)) return '';
  const area = random.pick(['91', '92', '95', '97', '98', '99', '20', '21', '22', '23', '51', '52', '53']);
  return `+385 ${area} 0${random.digits(2)} ${random.digits(3)}`;
}

function chanceOib(random: SeededRandom): string {
  const ten = random.digits(10);
  return `${ten}${checkDigit(ten)}`;
}

/** Staff came first, since somebody had to create the others; invitations are recent, since they expire. */
function chanceJoining(random: SeededRandom, { role, status }: Standing): number {
  if (role === 'superadmin') return random.between(990, 1000);
  if (role === 'admin') return random.between(940, 960);
  if (status === 'invited') return random.between(0.5, 6);
  return random.chance(0.1) && status === 'active' ? random.between(1, 30) : random.between(31, 900);
}
