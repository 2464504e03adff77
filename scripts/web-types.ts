// Types of the named schemas of the API that the SDK does not export, for web/src/api/openapi.ts.
import { z } from 'zod';
import { createEmitter, type Schema } from './sdk/emit-type.ts';

const opening = '// Types of the API for the pages, written from its schemas by `npm run generate`. Do not edit.\n';

/** Modules register their named schemas when they are imported: import src/http/app.ts before. */
export function namedSchemas(): Record<string, Schema> {
  const uri = (id: string) => `#/components/schemas/${id}`;
  return z.toJSONSchema(z.globalRegistry, { uri, unrepresentable: 'any' }).schemas as Record<string, Schema>;
}

/** `sdkTypes` is the text of sdk/src/openapi.ts, from which the types that it exports are imported. */
export function emitWebTypes(schemas: Readonly<Record<string, Schema>>, sdkTypes: string): string {
  const ofSdk = [...sdkTypes.matchAll(/^export type (\w+)/gm)].map(([, name = '']) => name);
  const emit = createEmitter(new Map(Object.entries(schemas)), '');
  const own = Object.entries(schemas)
    .filter(([name]) => !ofSdk.includes(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const types = own.map(([name, schema]) => {
    const description = schema.description === undefined ? '' : `/** ${schema.description} */\n`;
    const base = baseOf(schemas, name);
    const code = base ? `${base.name} & ${emit(base.rest)}` : emit(schema, name);
    return `${description}export type ${name} = ${code};\n`;
  });
  const body = types.join('\n');
  const code = body.replace(/\/\*\*.*\*\//g, '');
  const imported = ofSdk.filter((name) => new RegExp(`\\b${name}\\b`).test(code)).sort();
  const line = `import type { ${imported.join(', ')} } from '@hookline/sdk';`;
  const imports = line.length <= 120 ? line : `import type {\n  ${imported.join(',\n  ')},\n} from '@hookline/sdk';`;
  return `${opening}${imports}\n\n${body}`;
}

/** Fewer shared members are repeated in each type. */
const leastShared = 8;

/** The schema of which this one has every member, the largest if there are several, and the members beyond it. */
function baseOf(schemas: Readonly<Record<string, Schema>>, name: string): { name: string; rest: Schema } | undefined {
  const own = membersOf(schemas[name]);
  const [base] = Object.entries(schemas)
    .map(([other, schema]) => ({ other, members: membersOf(schema) }))
    .filter(({ other, members }) => other !== name && members.size >= leastShared && members.size < own.size)
    .filter(({ members }) => [...members].every(([member, text]) => own.get(member) === text))
    .sort((a, b) => b.members.size - a.members.size);
  if (!base) return undefined;
  const { properties = {}, required, ...schema } = schemas[name] ?? {};
  const rest = Object.entries(properties).filter(([member]) => !base.members.has(member));
  return { name: base.other, rest: { ...schema, required, properties: Object.fromEntries(rest) } as Schema };
}

function membersOf({ properties = {}, required = [] }: Schema = {}): Map<string, string> {
  return new Map(
    Object.entries(properties).map(([name, schema]) => [name, `${required.includes(name)} ${JSON.stringify(schema)}`]),
  );
}
