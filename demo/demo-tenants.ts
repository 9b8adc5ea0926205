import { folded } from '../src/platform/kernel/text.ts';

/** A tenant of the demo. The domain is reserved for examples (RFC 2606 §2): no mail reaches anybody. */
export interface DemoTenant {
  readonly name: string;
  readonly domain: string;
  readonly people: number;
  /** What it belongs to: its place among `DEMO_TENANTS`. */
  readonly parent?: number;
}

const FEDERATION = { name: 'Jadranski veslački savez (primjer)', domain: 'savez.example', people: 200 };
const GALEB = { name: 'Veslački klub Galeb (primjer)', domain: 'galeb.example', people: 120 };

/** The associations of regions, with their clubs; Galeb is one of the middle. */
const REGIONS = [
  { name: 'Sjeverni Jadran', domain: 'sjever.example', clubs: ['Burin', 'Porat', 'Tramuntana', 'Učka'] },
  { name: 'Srednji Jadran', domain: 'sredina.example', clubs: ['Bonaca', 'Maestral', 'Škver'] },
  { name: 'Južni Jadran', domain: 'jug.example', clubs: ['Jugo', 'Lanterna', 'Orsan', 'Punta'] },
];

const IN_ASSOCIATION = 4;
const IN_CLUB = 6;

/** Where the associations begin, and the clubs after them. */
const FIRST_REGION = 2;
const regionAt = (name: string): number => FIRST_REGION + REGIONS.findIndex((region) => region.name === name);

/** The federation and the club of the first demos, whose people documents name, then the rest of the tree. */
export const DEMO_TENANTS: readonly [DemoTenant, DemoTenant, ...DemoTenant[]] = [
  FEDERATION,
  { ...GALEB, parent: regionAt('Srednji Jadran') },
  ...REGIONS.map(({ name, domain }) => ({
    name: `Veslačka zajednica ${name} (primjer)`,
    domain,
    people: IN_ASSOCIATION,
    parent: 0,
  })),
  ...REGIONS.flatMap(({ name, clubs }) =>
    clubs.map((club) => ({
      name: `Veslački klub ${club} (primjer)`,
      domain: `${folded(club)}.example`,
      people: IN_CLUB,
      parent: regionAt(name),
    })),
  ),
];

/** The place of one whose name has that word. */
export function demoTenant(word: string): number {
  const place = DEMO_TENANTS.findIndex(({ name }) => name.includes(` ${word} `));
  if (place < 0) throw new Error(`The demo has no tenant ${word}`);
  return place;
}

/** The same for everybody, and printed. It passes the service's own policy. */
export const DEMO_PASSWORD = 'tri-vesla-na-moru';
