import type { Environment } from '../../platform/config/setting.ts';
import {
  environmentOver,
  readDeclared,
  type Settings,
  sectionsOf,
  unknownAmong,
} from '../../platform/config/settings.ts';
import { rooms } from './rooms.ts';

/** Every section by its title, in the order of docs/configuration.md. */
export const settingSections = sectionsOf(rooms.rooms);

/**
 * The whole configuration, checked.
 * @throws SettingsError listing every problem
 */
export const readSettings = (env?: Environment): Settings => readDeclared(rooms.rooms, env);

/** Like `readSettings` with other defaults, for the demo. */
export const readSettingsOver = (defaults: Environment, env?: Environment): Settings =>
  readSettings(environmentOver(defaults, env));

/** Variables with our prefix that are not settings: probably typos. */
export const unknownSettings = (env?: Environment): string[] => unknownAmong(settingSections, env);
