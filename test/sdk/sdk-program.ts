// A program that uses the SDK, for every runtime that tests run it on, and what it finds.

/** Works in any module; `undefined` are the options of the client. Leaves `found`, `record`, `download` and `text`. */
export const program = `
const { createHookline, isHooklineError, verifyWebhook } = await import('@hookline/sdk');
const hookline = createHookline(undefined);
const ids = new Set();
for await (const { id } of hookline.hooks.list()) ids.add(id);
const { record, download } = await hookline.exports.run({ format: 'jsonl' });
const text = await new Response(download({ verify: true })).text();
const refused = await hookline.hooks.list({ niche: 'nothing' }).catch((error) => error);
const signal = AbortSignal.abort(new Error('enough'));
const aborted = await hookline.meta({ signal }).catch((error) => error.message);
const headers = { 'webhook-id': 'a', 'webhook-timestamp': '1', 'webhook-signature': 'v1,AAAA' };
const forged = await verifyWebhook({ body: '{}', headers, secret: 'whsec_AAAA' }).catch((error) => error);
const { status, requestId } = await hookline.usage().withResponse();
const found = [
  ids.size,
  record.records,
  text.trim().split('\\n').length,
  isHooklineError(refused, 'invalid_parameter'),
  aborted,
  forged.reason,
  status,
  requestId.slice(0, 4),
];
`;

/** `found` with the 130 hooks that the tests import. */
export const expected = [130, 130, 130, true, 'enough', 'wrong_signature', 200, 'req_'];
