// Writes a call of the API in five languages: complete programs that print the response.
import { baseUrl } from '../build/base-url.ts';
import type { Operation } from './document.ts';
import type { ExampleCall } from './examples.ts';

type Call = {
  method: string;
  url: string;
  body?: unknown;
  headers: [name: string, value: string][];
  keyName?: string;
  isText: boolean;
};
export type Sample = { lang: string; text: string };

export function samplesOf(operation: Operation, example: ExampleCall): Sample[] {
  const call = toCall(operation, example);
  const curl = { lang: 'sh', text: writeCurl(call) };
  // Operators use the command line.
  if (operation.authentication === 'operatorKey') return [curl];
  return [
    curl,
    { lang: 'ts', text: writeTypeScript(call) },
    { lang: 'python', text: writePython(call) },
    { lang: 'go', text: writeGo(call) },
    { lang: 'php', text: writePhp(call) },
  ];
}

function toCall(
  { method, path, authentication, success }: Operation,
  { params = {}, query, body, headers = {} }: ExampleCall,
): Call {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? `{${name}}`);
  const search = new URLSearchParams(query).toString();
  const keyName = authentication === 'operatorKey' ? 'HOOKLINE_OPERATOR_KEY' : 'HOOKLINE_KEY';
  return {
    method,
    url: `${baseUrl}${filled}${search && `?${search}`}`,
    body,
    headers: [
      ...Object.entries(headers),
      ...(body === undefined ? [] : [['Content-Type', 'application/json'] as [string, string]]),
    ],
    keyName: authentication === null ? undefined : keyName,
    isText: success.types[0] !== 'application/json',
  };
}

const json = (value: unknown) => JSON.stringify(value);
const single = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

function writeCurl({ method, url, body, headers, keyName }: Call): string {
  const lines = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} '${url}'`,
    ...(keyName ? [`-H "Authorization: Bearer $${keyName}"`] : []),
    ...headers.map(([name, value]) => `-H '${name}: ${value}'`),
    ...(body === undefined ? [] : [`-d '${json(body).replaceAll("'", "'\\''")}'`]),
  ];
  return lines.join(' \\\n  ');
}

function writeTypeScript({ method, url, body, headers, keyName, isText }: Call): string {
  const entries = [
    ...(keyName ? [`authorization: \`Bearer \${process.env.${keyName}}\``] : []),
    ...headers.map(([name, value]) => `${single(name.toLowerCase())}: ${single(value)}`),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(entries.length > 0 ? [`  headers: { ${entries.join(', ')} },`] : []),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${json(body)}),`]),
  ];
  const given = options.length > 0 ? `, {\n${options.join('\n')}\n}` : '';
  return `const response = await fetch(${single(url)}${given});\nconsole.log(response.status, await response.${isText ? 'text' : 'json'}());`;
}

function writePython({ method, url, body, headers, keyName, isText }: Call): string {
  const entries = [
    ...(keyName ? [`"Authorization": f"Bearer {os.environ['${keyName}']}"`] : []),
    // `json=` sets the content type.
    ...headers.filter(([name]) => name !== 'Content-Type').map(([name, value]) => `${json(name)}: ${json(value)}`),
  ];
  const args = [
    `    ${json(url)},`,
    ...(entries.length > 0 ? [`    headers={${entries.join(', ')}},`] : []),
    ...(body === undefined ? [] : [`    json=${python(body)},`]),
    '    timeout=30,',
  ];
  const imports = keyName ? 'import os\n\nimport requests' : 'import requests';
  return `# pip install requests\n${imports}\n\nresponse = requests.${method.toLowerCase()}(\n${args.join('\n')}\n)\nprint(response.status_code, response.${isText ? 'text' : 'json()'})`;
}

function python(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(python).join(', ')}]`;
  if (typeof value !== 'object') return json(value);
  return `{${Object.entries(value as object)
    .map(([name, one]) => `${json(name)}: ${python(one)}`)
    .join(', ')}}`;
}

function writeGo({ method, url, body, headers, keyName }: Call): string {
  const packages = ['fmt', 'io', 'net/http', ...(keyName ? ['os'] : []), ...(body === undefined ? [] : ['strings'])];
  const content = body === undefined ? 'nil' : `strings.NewReader(\`${json(body)}\`)`;
  const lines = [
    `request, err := http.NewRequest("${method}", ${json(url)}, ${content})`,
    'if err != nil {',
    '\tpanic(err)',
    '}',
    ...(keyName ? [`request.Header.Set("Authorization", "Bearer "+os.Getenv("${keyName}"))`] : []),
    ...headers.map(([name, value]) => `request.Header.Set(${json(name)}, ${json(value)})`),
    'response, err := http.DefaultClient.Do(request)',
    'if err != nil {',
    '\tpanic(err)',
    '}',
    'defer response.Body.Close()',
    'body, _ := io.ReadAll(response.Body)',
    'fmt.Println(response.StatusCode, string(body))',
  ];
  return `package main\n\nimport (\n${packages.map((name) => `\t"${name}"`).join('\n')}\n)\n\nfunc main() {\n${lines.map((line) => `\t${line}`).join('\n')}\n}`;
}

function writePhp({ method, url, body, headers, keyName, isText }: Call): string {
  const entries = [
    ...(keyName ? [`'Authorization: Bearer ' . getenv('${keyName}')`] : []),
    ...headers.map(([name, value]) => single(`${name}: ${value}`)),
  ];
  const options = [
    `    'method' => '${method}',`,
    ...(entries.length > 0 ? [`    'header' => [${entries.join(', ')}],`] : []),
    ...(body === undefined ? [] : [`    'content' => ${single(json(body))},`]),
    "    'ignore_errors' => true,",
  ];
  const show = isText ? 'echo $response;' : 'print_r(json_decode($response, true));';
  return `<?php\n$options = ['http' => [\n${options.join('\n')}\n]];\n$response = file_get_contents(${single(url)}, false, stream_context_create($options));\n${show}`;
}
