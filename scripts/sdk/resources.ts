// Resources of the SDK: the type of each with its docs, and the methods, for sdk/src/resources.ts. Pure.
import { createEmitter } from './emit-type.ts';
import { resources } from './methods.ts';
import { type Call, exampleOf, type OpenApiDocument, prefixOf, readCalls } from './operations.ts';
import { docComment } from './types.ts';

type Emit = ReturnType<typeof createEmitter>;

export function emitResources(document: OpenApiDocument): string {
  const calls = readCalls(document);
  const emit = createEmitter(new Map(Object.entries(document.components.schemas)), '');
  const all = Object.entries(resources).map(([name, resource]) => {
    const methods = Object.entries(resource.methods).flatMap(([method, { isByHand }]) => {
      const call = calls.get(`${prefixOf(name)}${method}`);
      return call && !isByHand ? [{ method, call }] : [];
    });
    return { name: name.split('.').at(-1), resource, methods };
  });
  const types = all.map(({ resource, methods }) => {
    const members = methods.map(
      ({ method, call }) =>
        `  ${docComment(textOf(call), exampleOf(call, resource), '  ')}  ${method}: ${typeOf(call, emit)};\n`,
    );
    return `/** ${resource.text} */\nexport type ${resource.type} = {\n${members.join('')}};\n`;
  });
  const members = all.map(({ name, resource }) => `  ${name}: ${resource.type};\n`);
  const factories = all.map(
    ({ name, methods }) =>
      `    ${name}: {\n${methods.map(({ method, call }) => `      ${method}: ${codeOf(call)},\n`).join('')}    },\n`,
  );
  const body = `${types.join('\n')}
/** All of them; the client puts each in its place. */
export type Resources = {
${members.join('')}};

export function createResources(transport: Transport): Resources {
  const send = <T>(call: Call, options?: CallOptions): ApiPromise<T> =>
    toApiPromise(transport.send(call, options), ({ body }) => body);
  const sendForData = <T>(call: Call, options?: CallOptions): ApiPromise<T> =>
    toApiPromise(transport.send(call, options), ({ body }) => body.data);
  const encode = encodeURIComponent;
  return {
${factories.join('')}  };
}
`;
  return `// Methods of the client, written from the OpenAPI document by \`npm run generate\`. Do not edit.
import type {
${namesOf(body, Object.keys(document.components.schemas))
  .map((name) => `  ${name},\n`)
  .join('')}} from './openapi.ts';
import { type ListInput, type Listed, listPages, type ListQuery, type Pages } from './pages.ts';
import { type ApiPromise, toApiPromise } from './transport/response.ts';
import type { Call, CallOptions, Transport } from './transport/transport.ts';
import type { NewHooksEvent } from './verify-webhook.ts';

${body}`;
}

/** Only the types that methods name are imported. */
function namesOf(body: string, schemas: readonly string[]): string[] {
  const entries = Object.values(resources).flatMap(({ methods }) => Object.values(methods));
  const inputs = entries.flatMap((entry) => [entry.query, entry.body?.replace('?', '')]);
  const code = body.replace(/^ *\*.*$/gm, '');
  const isUsed = (name: string | undefined) => name !== undefined && new RegExp(`[ <]${name}\\b`).test(code);
  return [...schemas, ...inputs]
    .filter((name) => name !== undefined)
    .filter(isUsed)
    .sort();
}

/** The client reads JSON, so sentences about other forms of the response are left out. */
function textOf({ verb, entry, operation, maxPerPage }: Call): string {
  const { summary, description = '', 'x-plans': plans = [] } = operation;
  const isRepeatable = verb !== 'post' || entry.isRead || entry.isIdempotent || maxPerPage;
  return [
    `${summary}.`,
    description.replace(/ ?(CSV and JSON Lines have [^.]*\.|`facets` and `group_by` need JSON\.)/g, '').trim(),
    entry.note,
    plansText(plans),
    isRepeatable ? '' : 'Not retried after a lost connection, since it is not idempotent.',
  ]
    .filter(Boolean)
    .join(' ');
}

function plansText(plans: readonly string[]): string {
  if (plans.includes('free') || plans.length === 0) return '';
  const names = plans.map((plan) => plan[0]?.toUpperCase() + plan.slice(1));
  if (names.length > 2) return 'All plans but Free.';
  return names.length === 1 ? `Plan ${names[0]}.` : `Plans ${names.join(' and ')}.`;
}

const camelCase = (name: string) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());

/** Options are left out, since they are always the last argument. */
function argumentsOf({ ids, entry, verb }: Call): [name: string, type: string][] {
  const { query, queryType = query, body, fieldsOf } = entry;
  const isPost = verb === 'post';
  const input: [string, string][] = fieldsOf
    ? [isPost ? ['input?', 'ListInput<Field>'] : ['query?', 'ListQuery<Field>']]
    : body
      ? [[body.endsWith('?') ? 'input?' : 'input', body.replace('?', '')]]
      : queryType
        ? [['query?', queryType]]
        : [];
  return [...ids.map((id): [string, string] => [camelCase(id), 'string']), ...input];
}

function typeOf(call: Call, emit: Emit): string {
  const { fieldsOf, result } = call.entry;
  const args = [...argumentsOf(call), ['options?', 'CallOptions']].map(([name, type]) => `${name}: ${type}`).join(', ');
  const generic = fieldsOf ? `<Field extends keyof ${fieldsOf} = keyof ${fieldsOf}>` : '';
  const record = fieldsOf ? `Listed<Pick<${fieldsOf}, Field>>` : (result ?? emit(call.result));
  const returned = call.maxPerPage ? `Pages<${record}>` : `ApiPromise<${record}${call.isList ? '[]' : ''}>`;
  return `${generic}(${args}) => ${returned}`;
}

function codeOf(call: Call): string {
  const { verb, path, ids, maxPerPage, isData, entry } = call;
  const { isRead, isIdempotent } = entry;
  const names = argumentsOf(call).map(([name]) => name);
  const hasBody = names.some((name) => name.startsWith('input'));
  const hasQuery = names.includes('query?');
  const url =
    ids.length === 0 ? `'${path}'` : `\`${path.replace(/\{(\w+)\}/g, (_, id) => `\${encode(${camelCase(id)})}`)}\``;
  const parameters = [...names, 'options'].map((name) =>
    entry.body && name === 'input?' ? 'input = {}' : name.replace('?', ''),
  );
  const isPagedBody = maxPerPage !== undefined && hasBody;
  const members = [
    ...(verb === 'get' || maxPerPage ? [] : [`method: '${verb.toUpperCase()}'`]),
    `path: ${url}`,
    ...(isPagedBody ? ['query: input, isBody: true'] : []),
    ...(hasQuery ? ['query'] : []),
    ...(hasBody && !isPagedBody ? ['body: input'] : []),
    ...(maxPerPage ? [`maxPerPage: ${maxPerPage}`] : []),
    ...(isRead && !isPagedBody ? ['isRead: true'] : []),
    ...(isIdempotent ? [`isIdempotent: ${isIdempotent}`] : []),
  ];
  const request = `{ ${members.join(', ')} }`;
  const code = maxPerPage
    ? `listPages(transport, ${request}, options)`
    : `${isData ? 'sendForData' : 'send'}(${request}, options)`;
  return `(${parameters.join(', ')}) => ${code}`;
}
