import { FEMALE_NAMES, MALE_NAMES, SURNAMES } from './croatian-names.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';
import { BOATS, CLUBS, REGATTAS } from './yearbook-names.ts';

/** Without 2020, when the invented federation rowed as little as the real ones. */
export const YEARBOOK_YEARS: readonly number[] = Array.from({ length: 19 }, (_none, place) => 2006 + place).filter(
  (year) => year !== 2020,
);

export interface ClubYear {
  readonly name: string;
  readonly town: string;
  readonly founded: number;
  readonly seniors: number;
  readonly juniors: number;
  readonly boats: number;
}

export interface Race {
  readonly boat: string;
  /** Those at the stroke seat, winner first. */
  readonly places: readonly [Crew, Crew, Crew];
}

interface Crew {
  readonly club: string;
  readonly stroke: string;
  /** In hundredths of a second. */
  readonly time: number;
}

export interface Regatta {
  readonly name: string;
  readonly place: string;
  /** `14. 6.` */
  readonly day: string;
  readonly crews: number;
  readonly clubs: number;
}

export interface YearbookData {
  readonly year: number;
  readonly clubs: readonly ClubYear[];
  readonly women: readonly Race[];
  readonly men: readonly Race[];
  /** Most medals first. */
  readonly medals: readonly { readonly club: string; readonly gold: number; readonly all: number }[];
  readonly members: readonly { readonly year: number; readonly count: number }[];
  readonly regattas: readonly Regatta[];
  readonly president: string;
}

/** A year of the demo federation, the same on every machine. */
export function yearbookData(year: number): YearbookData {
  const random = seededRandom(year);
  const clubs = clubsOf(year);
  const byStrength = clubs
    .map(({ name }) => ({ name, form: random.next() }))
    .sort((one, other) => one.form - other.form);
  const names = byStrength.map(({ name }) => name);
  const women = BOATS.map((boat) => race(random, boat, names, 0));
  const men = BOATS.map((boat) => race(random, boat, names, 1));
  return {
    year,
    clubs,
    women,
    men,
    medals: medalsOf([...women, ...men], clubs),
    members: YEARBOOK_YEARS.filter((past) => past <= year).map((past) => ({ year: past, count: membersOf(past) })),
    regattas: REGATTAS.map(({ name, month, place }) => ({
      name,
      place,
      day: `${1 + random.below(28)}. ${month}.`,
      crews: 40 + random.below(90),
      clubs: Math.min(clubs.length, 6 + random.below(7)),
    })),
    // One for two years in a row.
    president: personName(seededRandom(Math.floor(year / 4)), year % 8 < 4 ? 0 : 1),
  };
}

/** One club more every other year or so, and a few members more in each. */
function clubsOf(year: number): ClubYear[] {
  const count = Math.min(CLUBS.length, 8 + Math.floor((year - 2006) / 4));
  return CLUBS.slice(0, count).map((club, place) => {
    const random = seededRandom(year * 100 + place);
    const grown = (year - 2006) * (1 + (place % 3));
    const seniors = 24 + ((place * 7) % 19) + grown + random.below(9);
    return {
      ...club,
      seniors,
      juniors: Math.round(seniors * (0.7 + random.next() * 0.5)),
      boats: 9 + random.below(14),
    };
  });
}

export const membersIn = (clubs: readonly ClubYear[]): number =>
  clubs.reduce((sum, { seniors, juniors }) => sum + seniors + juniors, 0);

const membersOf = (year: number): number => membersIn(clubsOf(year));

/** The clubs that are strong this year come first, and win more often. */
function race(random: SeededRandom, boat: (typeof BOATS)[number], clubs: readonly string[], men: 0 | 1): Race {
  const left = [...clubs];
  let time = Math.round(boat.usual[men] * 100 * random.between(0.985, 1.025));
  const crew = (): Crew => {
    const [club = ''] = left.splice(Math.floor(random.next() * random.next() * left.length), 1);
    const made = { club, stroke: personName(random, men), time };
    time += 40 + random.below(430);
    return made;
  };
  return { boat: boat.name, places: [crew(), crew(), crew()] };
}

const personName = (random: SeededRandom, men: 0 | 1): string =>
  `${random.pick(men === 1 ? MALE_NAMES : FEMALE_NAMES)} ${random.pick(SURNAMES)}`;

function medalsOf(races: readonly Race[], clubs: readonly ClubYear[]): YearbookData['medals'] {
  const counted = clubs.map(({ name }) => {
    const count = (places: readonly Crew[]) => places.filter(({ club }) => club === name).length;
    return {
      club: name,
      gold: count(races.map(({ places }) => places[0])),
      all: count(races.flatMap(({ places }) => places)),
    };
  });
  return counted.sort((one, other) => other.all - one.all || other.gold - one.gold);
}
