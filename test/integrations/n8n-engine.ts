// A process that runs the n8n nodes in n8n's own engine: actions, polls, and webhooks over HTTP.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';

type NodeName = 'Hookline' | 'HooklineTrigger' | 'HooklineInstantTrigger';

/** A message to this process. Its response has the same `number`. */
export type Command = {
  number: number;
  node: NodeName;
  /**
   * `load` lists the nodes that n8n finds in the package. `activate`, `exists` and `deactivate` belong to a webhook, `poll` to an active
   * workflow, `example` to the editor.
   */
  method: 'load' | 'run' | 'poll' | 'example' | 'activate' | 'exists' | 'deactivate';
  parameters?: Record<string, unknown>;
  credentials: { url: string; apiKey: string };
};
/** The number 0 is a delivery to a webhook; its `value` is the list of items. */
export type Answer = { number: number; value?: unknown; error?: Record<string, unknown> };

const packageDirectory = join(import.meta.dirname, '../../integrations/n8n-nodes-hookline');
// n8n is loaded from the package, which has its own dependencies.
const load = createRequire(join(packageDirectory, 'package.json'));
const { NodeHelpers, Workflow } = load('n8n-workflow');
const { ExecuteContext, HookContext, PackageDirectoryLoader, PollContext, RoutingNode, WebhookContext } =
  load('n8n-core');
const { HooklineApi } = load('./dist/credentials/HooklineApi.credentials.js');

/** n8n stores this with the workflow. */
const staticData: Record<NodeName, object> = { Hookline: {}, HooklineTrigger: {}, HooklineInstantTrigger: {} };
let active: ReturnType<typeof prepare> | undefined;

const server = createServer((req, res) => {
  receive(req, res).catch((error) => {
    res.writeHead(500).end();
    process.send?.({ number: 0, error: { message: String(error.stack) } } satisfies Answer);
  });
});
server.listen(0, '127.0.0.1', () => process.send?.({ number: -1 } satisfies Answer));

process.on('message', async (command: Command) => {
  const { number } = command;
  try {
    process.send?.({ number, value: await answer(command) } satisfies Answer);
  } catch (error) {
    const { message, description, httpCode } = error as Record<string, unknown>;
    process.send?.({ number, error: { message, description, httpCode } } satisfies Answer);
  }
});

async function answer(command: Command): Promise<unknown> {
  const { method } = command;
  if (method === 'load') return loadPackage();
  const prepared = prepare(command);
  const { type, node, workflow, additionalData } = prepared;
  if (method === 'run') return run(prepared);
  if (method === 'poll' || method === 'example') {
    const mode = method === 'poll' ? 'trigger' : 'manual';
    return type.poll.call(new PollContext(workflow, node, additionalData, mode, 'activate'));
  }
  const hook = { activate: 'create', exists: 'checkExists', deactivate: 'delete' }[method];
  const webhookData = { webhookDescription: type.description.webhooks[0] };
  if (method === 'activate') active = prepared;
  return type.webhookMethods.default[hook].call(
    new HookContext(workflow, node, additionalData, 'trigger', 'activate', webhookData),
  );
}

async function loadPackage(): Promise<unknown> {
  const loader = new PackageDirectoryLoader(packageDirectory);
  await loader.loadAll();
  return [...loader.types.nodes, ...loader.types.credentials].map(({ name, iconUrl }) => [name, Object.keys(iconUrl)]);
}

async function run({ type, node, workflow, additionalData }: ReturnType<typeof prepare>): Promise<unknown> {
  const items = [{ json: {} }];
  const inputs = { main: [items] };
  const context = new ExecuteContext(
    workflow,
    node,
    additionalData,
    'trigger',
    { startData: {}, resultData: { runData: {} } },
    0,
    items,
    inputs,
    { data: inputs, node, source: null },
    [],
  );
  return (await new RoutingNode(context, type).runNode())[0];
}

/** Returns everything that n8n passes to a node. */
function prepare({ node: name, parameters = {}, credentials }: Command) {
  const type = new (load(`./dist/nodes/${name}/${name}.node.js`)[name])();
  const { properties } = type.description;
  const node = { id: name, name, type: name, typeVersion: 1, position: [0, 0], parameters, webhookId: 'webhook' };
  Object.assign(node, { credentials: { hooklineApi: { id: '1', name: 'Hookline' } } });
  node.parameters = NodeHelpers.getNodeParameters(properties, parameters, true, false, node, type.description);
  const nodeTypes = { getByName: () => type, getByNameAndVersion: () => type, getKnownTypes: () => ({}) };
  const settings = { timezone: 'Europe/Berlin' };
  const workflow = new Workflow({
    id: 'w',
    name: 'Tests',
    nodes: [node],
    connections: {},
    active: true,
    nodeTypes,
    settings,
  });
  workflow.getStaticData = () => staticData[name];
  const { authenticate } = new HooklineApi();
  const resolve = (text: string) =>
    workflow.expression.resolveSimpleParameterValue(text, {}, null, 0, 0, name, [], 'internal', {
      $credentials: credentials,
    });
  const credentialsHelper = {
    isCredentialUsableByNode: () => true,
    getParentTypes: () => [],
    getDecrypted: async () => credentials,
    runPreAuthentication: async () => undefined,
    preAuthentication: async () => undefined,
    authenticate: async (_credentials: unknown, _type: string, options: { headers?: object }) => ({
      ...options,
      headers: { ...options.headers, Authorization: resolve(authenticate.properties.headers.Authorization) },
    }),
  };
  const { port } = server.address() as AddressInfo;
  const webhookBaseUrl = `http://127.0.0.1:${port}/webhook`;
  const additionalData = { credentialsHelper, webhookBaseUrl, variables: {}, executionId: 'e' };
  return { type, node, workflow, additionalData };
}

/** Reads the raw body and passes the request to the node, as n8n's server does. */
async function receive(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const rawBody = await buffer(req);
  if (!active) return void res.writeHead(404).end();
  const { type, node, workflow, additionalData } = active;
  const httpRequest = Object.assign(req, { rawBody, body: JSON.parse(rawBody.toString()) });
  const httpResponse = {
    status: (code: number) => ({ json: (body: object) => res.writeHead(code).end(JSON.stringify(body)) }),
  };
  const webhookData = { webhookDescription: type.description.webhooks[0] };
  const data = { ...additionalData, httpRequest, httpResponse };
  const context = new WebhookContext(workflow, node, data, 'webhook', webhookData, [], null);
  const { workflowData, noWebhookResponse } = await type.webhook.call(context);
  if (!noWebhookResponse) res.end('{"message":"Workflow was started"}');
  process.send?.({ number: 0, value: workflowData?.[0] ?? [] } satisfies Answer);
}
