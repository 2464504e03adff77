// Writes an API call as curl, TypeScript and Python, with the user's own parameters. Each example names what to install and prints the
// result.
import type { Call } from './call.ts';

/** A call with the service's origin and the key to show. */
type Example = Call & { origin: string; key: string };

export const languages = [
  { id: 'curl', title: 'curl', write: writeCurl },
  { id: 'typescript', title: 'TypeScript', write: writeTypeScript },
  { id: 'python', title: 'Python', write: writePython },
] as const;

const operatorKey = 'HOOKLINE_OPERATOR_KEY';

function writeCurl(call: Example): string {
  const key = call.isOperator ? `$${operatorKey}` : call.key;
  const lines = [
    `curl${isGet(call) ? '' : ` -X ${call.method}`} ${quote(urlOf(call))}`,
    `-H "Authorization: Bearer ${key}"`,
    ...(call.body === undefined
      ? []
      : ['-H "Content-Type: application/json"', `-d ${quote(JSON.stringify(call.body))}`]),
  ];
  return lines.join(' \\\n  ');
}

function writeTypeScript(call: Example): string {
  const method = call.isOperator ? undefined : sdkMethod(call);
  if (!method) return writeFetch(call);
  return [
    `// npm install ${call.origin}/sdk.tgz`,
    "import { createHookline } from '@hookline/sdk';",
    '',
    'const hookline = createHookline({',
    `  key: '${call.key}',`,
    `  baseUrl: ${literal(call.origin)},`,
    '});',
    '',
    `const ${method.result} = await hookline.${method.name}(${method.args.map(argument).join(', ')});`,
    `console.log(${method.result.replace(/^{ (.*) }$/, '$1')});`,
  ].join('\n');
}

function writeFetch(call: Example): string {
  const key = call.isOperator ? `\${process.env.${operatorKey}}` : call.key;
  const options = [
    isGet(call) ? '' : `  method: '${call.method}',\n`,
    `  headers: { authorization: \`Bearer ${key}\`${call.body === undefined ? '' : ", 'content-type': 'application/json'"} },\n`,
    call.body === undefined ? '' : `  body: JSON.stringify(${literal(call.body)}),\n`,
  ];
  return `const response = await fetch(${literal(urlOf(call))}, {\n${options.join('')}});\nconst body = await response.json();\nconsole.log(body);`;
}

function writePython(call: Example): string {
  const key = call.isOperator ? `f"Bearer {os.environ['${operatorKey}']}"` : `"Bearer ${call.key}"`;
  const query = setParameters(call.query);
  const args = [
    `    ${JSON.stringify(call.origin + call.path)},`,
    ...(Object.keys(query).length > 0 ? [`    params=${python(query)},`] : []),
    ...(call.body === undefined ? [] : [`    json=${python(call.body)},`]),
    `    headers={"Authorization": ${key}},`,
    '    timeout=30,',
  ];
  const imports = call.isOperator ? 'import os\n\nimport requests' : 'import requests';
  const verb = (call.method ?? 'GET').toLowerCase();
  return `# pip install requests\n${imports}\n\nresponse = requests.${verb}(\n${args.join('\n')}\n)\nresponse.raise_for_status()\nprint(response.json())`;
}

type SdkMethod = { name: string; result: string; args: unknown[] };

// Route pattern with its ids, the SDK method, and the name of its result.
const methods: readonly (readonly [pattern: RegExp, name: string, result: string])[] = [
  [/^GET \/hooks$/, 'hooks.list', '{ data, total, nextCursor }'],
  [/^GET \/hooks\/full$/, 'hooks.full', '{ data, total, nextCursor }'],
  [/^GET \/hooks\/random$/, 'hooks.random', 'hooks'],
  [/^GET \/hooks\/([^/]+)$/, 'hooks.get', 'hook'],
  [/^GET \/hooks\/([^/]+)\/similar$/, 'hooks.similar', 'hooks'],
  [/^POST \/hooks\/query$/, 'hooks.query', '{ data, total, nextCursor }'],
  [/^POST \/similar$/, 'similar', 'hooks'],
  [/^POST \/check$/, 'check', 'check'],
  [/^GET \/archetypes$/, 'archetypes', 'archetypes'],
  [/^GET \/taxonomy$/, 'taxonomy', 'taxonomy'],
  [/^GET \/meta$/, 'meta', 'meta'],
  [/^GET \/usage$/, 'usage', 'usage'],
  [/^GET \/usage\/history$/, 'usageHistory', 'records'],
  [/^GET \/trends$/, 'trends', 'trends'],
  [/^GET \/exports$/, 'exports.list', '{ data }'],
  [/^POST \/export$/, 'exports.run', '{ record }'],
  [/^GET \/export\/([^/]+)$/, 'exports.get', 'record'],
  [/^DELETE \/export\/([^/]+)$/, 'exports.cancel', 'record'],
  [/^GET \/webhooks$/, 'webhooks.list', 'webhooks'],
  [/^POST \/webhooks$/, 'webhooks.create', 'webhook'],
  [/^GET \/webhooks\/([^/]+)$/, 'webhooks.get', 'webhook'],
  [/^PATCH \/webhooks\/([^/]+)$/, 'webhooks.update', 'webhook'],
  [/^DELETE \/webhooks\/([^/]+)$/, 'webhooks.delete', 'webhook'],
  [/^POST \/webhooks\/([^/]+)\/test$/, 'webhooks.test', 'delivery'],
  [/^POST \/webhooks\/([^/]+)\/pause$/, 'webhooks.pause', 'webhook'],
  [/^POST \/webhooks\/([^/]+)\/resume$/, 'webhooks.resume', 'webhook'],
  [/^POST \/webhooks\/([^/]+)\/rotate-secret$/, 'webhooks.rotateSecret', 'webhook'],
  [/^GET \/webhooks\/([^/]+)\/deliveries$/, 'webhooks.deliveries', '{ data }'],
  [/^GET \/webhooks\/([^/]+)\/deliveries\/([^/]+)$/, 'webhooks.delivery', 'delivery'],
  [/^POST \/webhooks\/([^/]+)\/replay$/, 'webhooks.replay', 'deliveries'],
];

function sdkMethod(call: Example): SdkMethod | undefined {
  const line = `${call.method ?? 'GET'} ${call.path}`;
  const method = methods.find(([pattern]) => pattern.test(line));
  if (!method) return undefined;
  const [pattern, name, result] = method;
  const ids = (pattern.exec(line) ?? []).slice(1).map(decodeURIComponent);
  const query = setParameters(call.query);
  const rest = call.body !== undefined ? [call.body] : Object.keys(query).length > 0 ? [query] : [];
  return { name, result, args: [...ids, ...rest] };
}

function urlOf({ origin, path, query }: Example): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(setParameters(query)))
    for (const one of [value].flat()) search.append(name, String(one));
  return `${origin}${path}${search.size > 0 ? `?${search}` : ''}`;
}

/** Drops unset parameters and unwraps lists of one value. */
function setParameters(query: Call['query'] = {}): Record<string, unknown> {
  const set = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '');
  return Object.fromEntries(
    set.map(([name, value]) => [name, Array.isArray(value) && value.length === 1 ? value[0] : value]),
  );
}

function isGet({ method = 'GET' }: Example): boolean {
  return method === 'GET';
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** One member per line when it would be long. */
function argument(value: unknown): string {
  const text = literal(value);
  if (text.length < 48 || typeof value !== 'object' || value === null) return text;
  const members = Object.entries(value).filter(([, one]) => one !== undefined);
  return `{\n${members.map((member) => `  ${literal(Object.fromEntries([member])).slice(2, -2)},\n`).join('')}}`;
}

/** A TypeScript literal. */
function literal(value: unknown): string {
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const members = Object.entries(value).filter(([, one]) => one !== undefined);
  if (members.length === 0) return '{}';
  return `{ ${members.map(([name, one]) => `${/^[a-z_]\w*$/i.test(name) ? name : literal(name)}: ${literal(one)}`).join(', ')} }`;
}

function python(value: unknown): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(python).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  const members = Object.entries(value).filter(([, one]) => one !== undefined);
  return `{${members.map(([name, one]) => `${JSON.stringify(name)}: ${python(one)}`).join(', ')}}`;
}
