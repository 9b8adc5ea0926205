import { type CodesOf, declareRefusals } from '../../../platform/kernel/app-error.ts';

export const savedViewsErrors = declareRefusals({
  'saved_views.not_found': {
    status: 404,
    hr: 'Tog prikaza više nema.',
    en: 'This view no longer exists.',
    when: 'No such view, or one that is neither the caller’s nor shared in their tenant.',
  },
  'saved_views.not_yours': {
    status: 403,
    hr: 'Prikaz je spremio netko drugi: samo ga ta osoba može mijenjati.',
    en: 'Somebody else saved this view: only they can change it.',
    when: 'A view that somebody else shares is changed, removed or shared.',
  },
  'saved_views.name_taken': {
    status: 409,
    hr: 'Već imate prikaz s tim nazivom.',
    en: 'You already have a view of that name.',
    when: 'The caller has another view of the name.',
  },
  'saved_views.too_many': {
    status: 409,
    hr: 'Imate 20 prikaza, koliko ih najviše može biti. Uklonite one koje više ne trebate.',
    en: 'You have 20 views, and more cannot be saved. Remove those that you no longer need.',
    when: 'The caller has 20 views.',
  },
});

declare module '../../../platform/kernel/app-error.ts' {
  interface Refusals extends CodesOf<typeof savedViewsErrors> {}
}
