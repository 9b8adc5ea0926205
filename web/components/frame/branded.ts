import type { CSSProperties } from 'react';
import type { Branding } from '../../../client/wire-types.ts';

interface Branded {
  readonly style?: CSSProperties;
  readonly 'data-branded'?: '';
}

/** The attributes of an element in a tenant's colour; page.css uses them. */
export function brandedBy(branding: Branding | undefined): Branded {
  if (!branding?.on_light || !branding.on_dark) return {};
  const shades: Record<`--${string}`, string> = {
    '--brand-light': branding.on_light,
    '--brand-dark': branding.on_dark,
  };
  return { style: shades, 'data-branded': '' };
}
