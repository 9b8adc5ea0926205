/** A tenant of the demo. The domain is reserved for examples (RFC 2606 §2): no mail reaches anybody. */
export interface DemoTenant {
  readonly name: string;
  readonly domain: string;
  readonly people: number;
}

export const DEMO_TENANTS: readonly [DemoTenant, DemoTenant] = [
  { name: 'Jadranski veslački savez (primjer)', domain: 'savez.example', people: 200 },
  { name: 'Veslački klub Galeb (primjer)', domain: 'galeb.example', people: 120 },
];

/** The same for everybody, and printed. It passes the service's own policy. */
export const DEMO_PASSWORD = 'tri-vesla-na-moru';
