/**
 * The types of `client`, of the same document that openapi.json is: what each route takes, and what it answers when all is well.
 * `openapi-typescript` writes the same, of all refusals too (60,000 lines), and needs a second TypeScript, with a JS API, in
 * `node_modules`.
 */
interface Schema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly contentMediaType?: string;
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

interface Operation {
  readonly summary: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

const HEAD = '/** Generated from what the routes declare, as docs/openapi.json is: `npm run fix`. */\n';

export function serviceTypes(document: Readonly<Record<string, unknown>>): string {
  const paths = Object.entries(document.paths as Paths); // as `openApiDocument` makes them
  const lines = paths.map(([path, operations]) => {
    const members = Object.entries(operations).map(
      ([method, operation]) => `    ${method}: ${typeOfCall(operation)};\n`,
    );
    return `  '${path}': {\n${members.join('')}  };\n`;
  });
  return `${HEAD}export interface paths {\n${lines.join('')}}\n`;
}

function typeOfCall({ parameters, requestBody, responses }: Operation): string {
  const placed = (place: string) => {
    const found = parameters.filter((parameter) => parameter.in === place);
    const members = found.map(({ name, required, schema }) => member(name, required, typeOf(schema)));
    const isOptional = found.every(({ required }) => !required);
    return found.length === 0 ? [] : [member(place, !isOptional, object(members))];
  };
  const answers = Object.entries(responses).filter(([status, { content }]) => Number(status) < 300 && content);
  return object([
    `parameters: ${object(['query', 'path'].flatMap(placed))}`,
    ...(requestBody ? [member('requestBody', requestBody.required, object([contentOf(requestBody.content)]))] : []),
    `responses: ${object(answers.map(([status, { content = {} }]) => `${status}: ${object([contentOf(content)])}`))}`,
  ]);
}

const contentOf = (content: Content): string =>
  `content: ${object(Object.entries(content).map(([type, { schema = {} }]) => `'${type}': ${typeOf(schema)}`))}`;

function typeOf(schema: Schema): string {
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return union(schema.enum.map((value) => JSON.stringify(value)));
  if (schema.anyOf) return union(schema.anyOf.map(typeOf));
  if (Array.isArray(schema.type)) return union(schema.type.map((type: string) => typeOf({ ...schema, type })));
  switch (schema.type) {
    case 'string':
      return schema.contentMediaType ? 'Blob' : 'string';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
    case 'null':
      return schema.type;
    case 'array':
      return `(${typeOf(schema.items ?? {})})[]`;
    case 'object':
      return typeOfObject(schema);
    default:
      return 'unknown';
  }
}

function typeOfObject({ properties = {}, required = [], patternProperties, additionalProperties }: Schema): string {
  const members = Object.entries(properties);
  const [others] = Object.values(patternProperties ?? {});
  const rest = others ?? (typeof additionalProperties === 'object' ? additionalProperties : {});
  if (members.length === 0) return `Record<string, ${typeOf(rest)}>`;
  return object(members.map(([name, schema]) => member(name, required.includes(name), typeOf(schema))));
}

const union = (types: readonly string[]): string => [...new Set(types)].join(' | ');
const object = (members: readonly string[]): string => (members.length === 0 ? '{}' : `{ ${members.join('; ')} }`);
const member = (name: string, isRequired: boolean, type: string): string =>
  `${/^[a-z_]\w*$/i.test(name) ? name : `'${name}'`}${isRequired ? '' : '?'}: ${type}`;
