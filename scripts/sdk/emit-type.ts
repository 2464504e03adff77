// Writes a JSON schema as a TypeScript type. Pure. Reads what zod writes and fails on anything else.

export type Schema = {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  description?: string;
  maximum?: number;
};
/** Objects in unions, and named unions, take several lines above this many characters. */
const maxInline = 100;

/** `arrays` is the modifier of array types. Schemas among `named` become references to their names. */
export function createEmitter(named: ReadonlyMap<string, Schema>, arrays: '' | 'readonly ') {
  const shapeOf = ({ description, ...shape }: Schema) => JSON.stringify(shape);
  const names = new Map([...named].map(([name, schema]) => [shapeOf(schema), name]));
  return emit;

  /** `self` is the name of the type that is being declared. */
  function emit(schema: Schema, self = '', indent = ''): string {
    const name = schema.$ref?.split('/').at(-1) ?? names.get(shapeOf(schema));
    if (name && name !== self && named.has(name)) return name;
    if (schema.const !== undefined) return literal(schema.const);
    if (schema.enum) {
      const values = schema.enum.map(literal);
      const line = values.join(' | ');
      return self === '' || line.length <= maxInline ? line : `\n${values.map((value) => `  | ${value}`).join('\n')}`;
    }
    if (schema.anyOf) {
      const types = schema.anyOf.map((one) => emit(one, '', indent));
      const line = types.map(onOneLine).join(' | ');
      if (line.length <= maxInline) return line;
      return self === '' ? types.join(' | ') : emitUnion(schema.anyOf, types);
    }
    return [schema.type]
      .flat()
      .map((type) => emitPlain(schema, type, indent))
      .join(' | ');
  }

  /** Emits a named union with a line for each of its types. */
  function emitUnion(schemas: readonly Schema[], types: readonly string[]): string {
    const lines = types.map((type, at) => {
      const { description } = schemas[at] ?? {};
      return `${description ? `  /** ${description} */\n` : ''}  | ${onOneLine(type)}`;
    });
    return `\n${lines.join('\n')}`;
  }

  function emitPlain(schema: Schema, type: string | undefined, indent: string): string {
    if (type === 'string' || type === 'boolean' || type === 'null' || type === 'number') return type;
    if (type === 'integer') return 'number';
    if (type === 'array' && schema.items) {
      const item = emit(schema.items, '', indent);
      return `${arrays}${isUnion(item) ? `(${item})` : item}[]`;
    }
    if (type === 'object') return emitObject(schema, indent);
    if (type === undefined && Object.keys(schema).every((member) => member === 'description')) return 'unknown';
    throw new Error(`The generator does not know ${JSON.stringify(schema)}`);
  }

  function emitObject({ properties = {}, required = [], additionalProperties: more }: Schema, indent: string): string {
    const rest = typeof more === 'object' ? emit(more, '', `${indent}  `) : undefined;
    const entries = Object.entries(properties);
    const inner = `${indent}  `;
    if (entries.length === 0)
      return rest?.includes('\n')
        ? `Record<\n${inner}string,\n${inner}${rest}\n${indent}>`
        : `Record<string, ${rest ?? 'unknown'}>`;
    const members = entries.flatMap(([name, schema]) => {
      const text = schema.description ? [`${inner}/** ${schema.description} */`] : [];
      return [...text, member(inner, `${name}${required.includes(name) ? '' : '?'}:`, emit(schema, '', inner))];
    });
    if (rest !== undefined) members.push(`${inner}[member: string]: ${rest};`);
    return `{\n${members.join('\n')}\n${indent}}`;
  }
}

/** A union that is too long for one line takes a line for each type, as the formatter writes it. */
function member(indent: string, name: string, type: string): string {
  const line = `${indent}${name} ${type};`;
  if (line.length <= 120 || line.includes('\n')) return line;
  const lines = (union: string) =>
    union
      .split(' | ')
      .map((one) => `${indent}  | ${one}`)
      .join('\n');
  const [, modifier, items] = /^(readonly )?\(([^()]*)\)\[\]$/.exec(type) ?? [];
  if (items !== undefined) return `${indent}${name} ${modifier ?? ''}(\n${lines(items)}\n${indent})[];`;
  return `${indent}${name}\n${lines(type)};`;
}

function onOneLine(type: string): string {
  return type.replace(/;\n *\}/g, ' }').replace(/\n */g, ' ');
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : JSON.stringify(value);
}

/** Whether it is a union itself, and not an object with unions inside. */
function isUnion(type: string): boolean {
  return type.includes(' | ') && !(type.startsWith('{') && type.endsWith('}'));
}
