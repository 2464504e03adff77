// Requests to the API outside of declared routes, and its problem documents as n8n's errors.
import {
  type IAllExecuteFunctions,
  type IDataObject,
  type IHttpRequestOptions,
  type IN8nHttpFullResponse,
  type INode,
  type JsonObject,
  NodeApiError,
} from 'n8n-workflow';

export const credentials = [{ name: 'hooklineApi', required: true }];

export const requestDefaults = {
  baseURL: '={{$credentials.url.trim().replace(/\\/+$/, "")}}',
  headers: { Accept: 'application/json' },
  // The problem document has more detail than the status.
  ignoreHttpStatusErrors: true,
};

export type Request = Pick<IHttpRequestOptions, 'method' | 'url' | 'qs' | 'body' | 'headers'>;

/** Returns the response, even if its status is an error. */
export async function send(context: IAllExecuteFunctions, request: Request): Promise<IN8nHttpFullResponse> {
  const { url } = await context.getCredentials<{ url: string }>('hooklineApi');
  return context.helpers.httpRequestWithAuthentication.call(context, 'hooklineApi', {
    ...request,
    baseURL: url.trim().replace(/\/+$/, ''),
    json: true,
    returnFullResponse: true,
    ignoreHttpStatusErrors: true,
  });
}

/** Returns the body of a successful response. */
export async function call<T = IDataObject>(context: IAllExecuteFunctions, request: Request): Promise<T> {
  const response = await send(context, request);
  assertSuccess(context.getNode(), response);
  return response.body as T;
}

export function assertSuccess(node: INode, { statusCode, body }: IN8nHttpFullResponse, itemIndex?: number): void {
  if (statusCode < 400) return;
  const { title, detail, code, request_id } = (body ?? {}) as IDataObject;
  throw new NodeApiError(node, body as JsonObject, {
    httpCode: String(statusCode),
    message: String(detail ?? title ?? `The response has status ${statusCode}`),
    description: `Code ${String(code ?? statusCode)}, request ${String(request_id ?? 'unknown')}`,
    itemIndex,
  });
}
