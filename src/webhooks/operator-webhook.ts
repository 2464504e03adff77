// Sends to the webhook of the operator, signed like deliveries to customers. The job that calls it retries.
import type { Sender } from './send.ts';
import { signatureHeaders } from './sign.ts';

type OperatorWebhook = { url: string; secret: string | undefined; sender: Pick<Sender, 'send'> };

/** Rejects where the receiver does not answer 2xx. */
export function createOperatorWebhook({ url, secret, sender }: OperatorWebhook) {
  return async ({ id, body }: { id: string; body: string }): Promise<void> => {
    const signed = secret === undefined ? {} : signatureHeaders({ id, body, at: Date.now(), secrets: [secret] });
    const headers = { 'content-type': 'application/json', 'user-agent': 'Hookline', 'webhook-id': id, ...signed };
    const { statusCode, error } = await sender.send(url, headers, body);
    if (statusCode === null || statusCode < 200 || statusCode > 299)
      throw new Error(`HOOKLINE_OPERATOR_WEBHOOK: ${error ?? `the receiver answered ${statusCode}`}.`);
  };
}
