import { globSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { Route } from '../../src/platform/http/define-route.ts';
import type { ErrorDefinition } from '../../src/platform/kernel/app-error.ts';
import { refusalsOf } from '../../src/platform/server/openapi.ts';

/** An error and the routes that may return it; none for errors outside routing. */
export interface CataloguedError extends ErrorDefinition {
  readonly routes: readonly Route[];
}

/**
 * Every error of the service by its code: those in the tables of `src`, and whatever routes declare beyond them.
 * @throws Error when one code means two things
 */
export async function errorCatalogue(root: string, routes: readonly Route[]): Promise<CataloguedError[]> {
  const byCode = new Map<string, ErrorDefinition>();
  for (const definition of [...(await tabledErrors(root)), ...routes.flatMap(refusalsOf)]) {
    const known = byCode.get(definition.code) ?? definition;
    if (JSON.stringify(known) !== JSON.stringify(definition)) throw new Error(`Two errors are called ${known.code}`);
    byCode.set(definition.code, definition);
  }
  const declares = (route: Route, code: string) => refusalsOf(route).some((refusal) => refusal.code === code);
  const entries = [...byCode.values()].map((definition) => ({
    ...definition,
    routes: routes.filter((route) => declares(route, definition.code)),
  }));
  return entries.sort((one, other) => (one.code < other.code ? -1 : 1));
}

async function tabledErrors(root: string): Promise<ErrorDefinition[]> {
  const files = globSync('src/**/*-errors.ts', { cwd: root }).map((path) => path.replaceAll(sep, '/'));
  const modules = await Promise.all(files.sort().map((path) => import(join(root, path)) as Promise<object>));
  return modules.flatMap((module) => Object.values(module).flatMap(definitionsIn));
}

const definitionsIn = (exported: unknown): ErrorDefinition[] =>
  typeof exported === 'object' && exported !== null ? Object.values(exported).filter(isDefinition) : [];

const isDefinition = (value: unknown): value is ErrorDefinition =>
  typeof value === 'object' && value !== null && 'code' in value && 'status' in value && 'when' in value;
