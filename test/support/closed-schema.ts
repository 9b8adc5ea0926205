export type Schema = Readonly<Record<string, unknown>>;

export type Components = Readonly<Record<string, Schema>>;

/** A schema that also refuses the members it does not name, with its references resolved. */
export function closedSchema(schema: Schema, components: Components): Schema {
  const whole = resolved(schema, components);
  const isOpen = whole.properties === undefined || whole.additionalProperties !== undefined || whole.patternProperties;
  const members = Object.entries(whole).map(([name, member]) => [name, closedMember(name, member, components)]);
  return { ...Object.fromEntries(members), ...(isOpen ? {} : { additionalProperties: false }) };
}

function closedMember(name: string, member: unknown, components: Components): unknown {
  if (Array.isArray(member)) return name === 'anyOf' ? member.map((one) => closedSchema(one, components)) : member;
  if (!isSchema(member)) return member;
  if (name !== 'properties' && name !== 'patternProperties') return closedSchema(member, components);
  return Object.fromEntries(
    Object.entries(member).map(([key, one]) => [key, isSchema(one) ? closedSchema(one, components) : one]),
  );
}

/** Members beside a reference narrow it (JSON Schema 2020-12 §8.2.3.1). */
function resolved(schema: Schema, components: Components): Schema {
  const { $ref, ...beside } = schema;
  if (typeof $ref !== 'string') return schema;
  const target = components[$ref.split('/').at(-1) ?? ''] ?? {};
  return { ...target, ...beside, properties: { ...(target.properties ?? {}), ...(beside.properties ?? {}) } };
}

/** Of refusals with one status, the schema of this one, or a failure would name all of them. */
export function branchFor(schema: Schema, components: Components, value: unknown): Schema {
  const code = isSchema(value) ? value.code : undefined;
  const branches = Array.isArray(schema.anyOf) ? schema.anyOf.filter(isSchema) : [];
  return branches.find((branch) => codesOf(resolved(branch, components)).includes(code)) ?? schema;
}

function codesOf({ properties }: Schema): unknown[] {
  const { code } = isSchema(properties) ? properties : {};
  if (!isSchema(code)) return [];
  return Array.isArray(code.enum) ? code.enum : [code.const];
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
