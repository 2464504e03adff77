// Trigger: a webhook of the service, which is created and deleted with the workflow.
import {
  type IDataObject,
  type IHookFunctions,
  type INodeType,
  type INodeTypeDescription,
  type IWebhookFunctions,
  type IWebhookResponseData,
  NodeConnectionTypes,
} from 'n8n-workflow';
import { assertSuccess, call, credentials, send } from '../shared/api';
import { filters } from '../shared/filters';
import { loadOptions } from '../shared/terms';
import { isGenuine } from './verify';

/** n8n stores it with the workflow. */
type State = { webhookId?: string; secret?: string; seen?: string[] };

/** Deliveries arrive at least once, so this many of the last ones are remembered. */
const knownDeliveries = 100;

export class HooklineInstantTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Hookline Instant Trigger',
    name: 'hooklineInstantTrigger',
    icon: { light: 'file:../../icons/hookline.svg', dark: 'file:../../icons/hookline.dark.svg' },
    group: ['trigger'],
    version: 1,
    subtitle: 'New hooks',
    description: 'Starts the workflow as soon as hooks are added, by a webhook. Plan Enterprise.',
    defaults: { name: 'Hookline Instant Trigger' },
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials,
    webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
    properties: [
      {
        displayName: 'Hookline must be able to reach this n8n over HTTPS at a public URL',
        name: 'notice',
        type: 'notice',
        default: '',
      },
      filters('body', undefined),
    ],
  };

  methods = { loadOptions };

  webhookMethods = {
    default: {
      async checkExists(this: IHookFunctions): Promise<boolean> {
        const { webhookId } = this.getWorkflowStaticData('node') as State;
        if (!webhookId) return false;
        const response = await send(this, { url: `/webhooks/${webhookId}` });
        if (response.statusCode === 404) return false;
        assertSuccess(this.getNode(), response);
        return (response.body as IDataObject).webhook_url === this.getNodeWebhookUrl('default');
      },

      async create(this: IHookFunctions): Promise<boolean> {
        const { webhook_id, secret } = await call<{ webhook_id: string; secret: string }>(this, {
          method: 'POST',
          url: '/webhooks',
          body: {
            webhook_url: this.getNodeWebhookUrl('default'),
            description: `n8n workflow ${this.getWorkflow().name ?? this.getWorkflow().id}`.slice(0, 200),
            filters: toFilters(this.getNodeParameter('filters') as IDataObject),
          },
        });
        Object.assign(this.getWorkflowStaticData('node'), { webhookId: webhook_id, secret, seen: [] });
        return true;
      },

      async delete(this: IHookFunctions): Promise<boolean> {
        const state = this.getWorkflowStaticData('node') as State;
        if (!state.webhookId) return true;
        const response = await send(this, { method: 'DELETE', url: `/webhooks/${state.webhookId}` });
        if (response.statusCode !== 404) assertSuccess(this.getNode(), response);
        Object.assign(state, { webhookId: undefined, secret: undefined, seen: undefined });
        return true;
      },
    },
  };

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    const state = this.getWorkflowStaticData('node') as State;
    const headers = this.getHeaderData();
    const { rawBody } = this.getRequestObject();
    if (!isGenuine({ headers, rawBody, secret: state.secret })) {
      this.getResponseObject().status(401).json({ error: 'The signature does not match' });
      return { noWebhookResponse: true };
    }
    const id = String(headers['webhook-id']);
    const seen = state.seen ?? [];
    if (seen.includes(id)) return { webhookResponse: { duplicate: true } };
    state.seen = [...seen, id].slice(-knownDeliveries);
    const { data } = this.getBodyData() as unknown as { data: { hooks: IDataObject[] } };
    return { workflowData: [this.helpers.returnJsonArray(data.hooks)] };
  }
}

/** Fields that were added but left empty are ignored. */
function toFilters(fields: IDataObject): IDataObject {
  const isSet = ([, value]: [string, unknown]) => (Array.isArray(value) ? value.length > 0 : Boolean(value));
  const toTime = (value: unknown) => new Date(String(value)).toISOString();
  return Object.fromEntries(
    Object.entries(fields)
      .filter(isSet)
      .map(([name, value]) => [name, /_(since|until)$/.test(name) ? toTime(value) : value]),
  ) as IDataObject;
}
