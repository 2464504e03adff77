// Forwards messages of an MCP client to a server over HTTP, and its responses back.

type Message = {
  id?: string | number;
  method?: string;
  params?: { name?: string; uri?: string; protocolVersion?: string; requestId?: string | number; _meta?: object };
};
/** Never rejects: a failure is sent back as an error. */
export type Forward = (line: string) => Promise<void>;

const versionName = 'io.modelcontextprotocol/protocolVersion';

/** `write` gets one message at a time, without a line break. */
export function forwardTo(url: URL, key: string, write: (line: string) => void): Forward {
  /** Negotiated by `initialize`, which clients since 2026-07-28 do without. */
  let negotiated: string | undefined;
  const running = new Map<string | number, AbortController>();

  return async (line) => {
    const message = parse(line);
    if (!message) return write(toError(null, -32_700, 'Invalid JSON-RPC message on stdin.'));
    const { id, method, params } = message;
    if (method === 'notifications/cancelled' && params?.requestId !== undefined) running.get(params.requestId)?.abort();
    const canceled = new AbortController();
    if (id !== undefined) running.set(id, canceled);
    try {
      const headers = { ...headersOf(message, negotiated), authorization: `Bearer ${key}` };
      const response = await fetch(url, { method: 'POST', headers, body: line, signal: canceled.signal });
      const answers = readAnswers(await response.text(), response.headers.get('content-type') ?? '');
      if (id === undefined) return;
      if (method === 'initialize') negotiated = versionOf(answers[0]) ?? negotiated;
      for (const answer of answers) write(answer);
      if (answers.length === 0) write(toError(id, -32_603, `Hookline returned status ${response.status}.`));
    } catch (error) {
      if (id === undefined || canceled.signal.aborted) return;
      write(toError(id, -32_603, describe(error, url)));
    } finally {
      if (id !== undefined) running.delete(id);
    }

    /** A problem document of the API becomes an error of the protocol. */
    function readAnswers(text: string, contentType: string): string[] {
      if (contentType.startsWith('text/event-stream'))
        return text.split('\n').flatMap((one) => (one.startsWith('data: ') ? [one.slice(6).trim()] : []));
      const body = parse(text) as (Message & { jsonrpc?: string; detail?: string; code?: string }) | undefined;
      if (body?.jsonrpc) return [text];
      return body?.detail ? [toError(id ?? null, -32_603, `${body.code}: ${body.detail}`)] : [];
    }
  };
}

function headersOf({ method, params }: Message, negotiated: string | undefined): Record<string, string> {
  const claimed = (params?._meta as Record<string, unknown> | undefined)?.[versionName];
  const version = typeof claimed === 'string' ? claimed : negotiated;
  const name = params?.name ?? params?.uri;
  return {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(version ? { 'mcp-protocol-version': version } : {}),
    ...(claimed && method ? { 'mcp-method': method } : {}),
    ...(claimed && name ? { 'mcp-name': toHeader(name) } : {}),
  };
}

/** Headers are ASCII; the protocol encodes other values in base64. */
function toHeader(value: string): string {
  if (/^[!-~](?:[ -~]*[!-~])?$/.test(value) && !value.startsWith('=?')) return value;
  return `=?base64?${btoa(String.fromCodePoint(...new TextEncoder().encode(value)))}?=`;
}

function versionOf(answer: string | undefined): string | undefined {
  const { result } = (parse(answer ?? '') ?? {}) as { result?: { protocolVersion?: string } };
  return result?.protocolVersion;
}

function parse(text: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function toError(id: string | number | null, code: number, message: string): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });
}

/** `fetch` names the cause of a failed connection in `cause` only. */
function describe(error: unknown, { origin }: URL): string {
  const { message, cause } = error as { message?: string; cause?: { code?: string } };
  return `Can't reach ${origin}: ${cause?.code ?? message}. Check HOOKLINE_URL, and retry later.`;
}
