import type { paths } from './service-types.ts';

/** `METHOD /path`, for every route of openapi.json. */
export type Route = { [P in keyof paths]: `${Uppercase<keyof paths[P] & string>} ${P}` }[keyof paths];
type Operation<R> = R extends `${infer M} ${infer P extends keyof paths}`
  ? paths[P][keyof paths[P] & Lowercase<M>]
  : never;
type Member<T, Name extends string> = T extends { [N in Name]?: infer Value } ? Value : never;
type Parameters<R> = Member<Operation<R>, 'parameters'>;
type Json<T> = T extends { content: { 'application/json': infer Value } } ? Value : never;
type Sent<T> = T extends { content: infer C } ? (C extends { 'application/json': infer V } ? V : C[keyof C]) : never;
type AnswerOf<Responses> = Json<Responses[keyof Responses]>;

/** What a route answers when all is well. */
export type Answer<R extends Route> = AnswerOf<Member<Operation<R>, 'responses'>>;
/** One of the list that a route answers. */
export type Item<R extends Route> = Answer<R> extends { items: readonly (infer One)[] } ? One : never;
export type Query<R extends Route> = 'query' extends keyof Parameters<R> ? NonNullable<Parameters<R>['query']> : never;
/** Without a file it is sent as JSON, otherwise as a form. */
export type Body<R extends Route> = Sent<NonNullable<Member<Operation<R>, 'requestBody'>>>;

type InPath<P, Values> = P extends `${string}{${infer Name}}${infer Rest}`
  ? [Name extends keyof Values ? Values[Name] : never, ...InPath<Rest, Values>]
  : [];
type InQuery<R extends Route> = Partial<Query<R>> extends Query<R> ? [query?: Query<R> | undefined] : [query: Query<R>];
type InBody<R extends Route> =
  Operation<R> extends { requestBody: object } ? [body: Body<R>] : [body?: Body<R> | undefined];
type InPathOf<R extends Route> = InPath<R, Member<Parameters<R>, 'path'>>;

/** What a call takes: the values in the path, in order, and then the query of a GET, or else the body and the query. */
export type Args<R extends Route> = R extends `GET ${string}`
  ? [...InPathOf<R>, ...InQuery<R>, signal?: AbortSignal | undefined]
  : [...InPathOf<R>, ...InBody<R>, ...InQuery<R>];
