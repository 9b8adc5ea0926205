export const PEOPLE_SORTS = ['name', '-name', 'created', '-created'] as const;

/** By Croatian name order or by when they came; `-` for the other way round. */
export type PeopleSort = (typeof PEOPLE_SORTS)[number];
