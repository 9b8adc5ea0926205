import type { PersonalDataContributor } from '../database/personal-data.ts';
import type { RetentionRule } from '../room/retention.ts';
import { rooms } from './rooms.ts';

/** Everybody who holds something about people. The house tests find a table that has nobody. */
export const personalDataContributors: readonly PersonalDataContributor[] = rooms.rooms.flatMap(
  ({ personalData }) => personalData ?? [],
);

/** What is not kept for ever, whatever the settings say. */
export const retentionRules: readonly RetentionRule[] = rooms.rooms.flatMap(({ retention }) => retention ?? []);
