// Accounts and key requests as the operator sees them: search, filters, usage, pages.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { query } from '../setup/refresh.ts';
import type { TestService } from '../setup/service.ts';
import { sharedService } from '../setup/shared-service.ts';

let service: TestService;

before(async () => {
  service = await sharedService();
});

const read = async (path: string) => {
  const { status, body } = await service.operator('GET', path);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};

test('accounts are found by part of name, email or id, by plan and by suspension', async () => {
  const make = async (name: string, email: string, plan: string) =>
    (await service.operator('POST', '/operator/accounts', { name, email, plan })).body.id;
  const id = await make('Ada Lovelace', 'countess@search.example', 'scale');
  await make('Grace Hopper', 'grace@search.example', 'free');
  const gone = await make('Lovelace Ltd', 'ada.two@search.example', 'free');
  await service.operator('PATCH', `/operator/accounts/${gone}`, { suspended: true });
  const find = async (parameters: string) => {
    const page = await read(`/operator/accounts?${parameters}`);
    return { ...page, names: page.accounts.map(({ name }: { name: string }) => name) };
  };
  for (const [parameters, expected] of [
    ['q=LOVELACE', ['Ada Lovelace', 'Lovelace Ltd']],
    ['q=Countess%40', ['Ada Lovelace']],
    [`q=${id.slice(4).toLowerCase()}`, ['Ada Lovelace']],
    // A percent sign is no wildcard.
    ['q=%25', []],
    ['q=search.example&plan=free&suspended=false', ['Grace Hopper']],
    ['q=search.example&suspended=true', ['Lovelace Ltd']],
    ['q=search.example&sort=newest', ['Lovelace Ltd', 'Grace Hopper', 'Ada Lovelace']],
  ] as const)
    assert.deepEqual((await find(parameters)).names, expected, parameters);
  const first = await find('q=search.example&sort=newest&limit=2');
  assert.deepEqual([first.total, first.names.length], [3, 2]);
  const rest = await find(`q=search.example&sort=newest&limit=2&after=${first.next}`);
  assert.deepEqual([rest.names, rest.next], [['Ada Lovelace'], null]);
  for (const parameters of ['plan=gold', 'sort=name'])
    assert.equal((await service.operator('GET', `/operator/accounts?${parameters}`)).status, 400, parameters);
});

test('accounts are sorted by calls of this month, in pages that repeat and omit none', async () => {
  const [quiet, busiest] = [await service.account('free'), await service.account('free')];
  const idle = await service.account('free');
  for (const [{ id }, calls] of [
    [quiet, 900_000_001],
    [busiest, 900_000_002],
  ] as const)
    await query(
      service,
      `insert into usage_windows (account_id, kind, starts_on, leased)
        values ($1, 'month', date_trunc('month', now() at time zone 'UTC'), $2)`,
      [id, calls],
    );
  const ids: string[] = [];
  let next = '';
  do {
    const page = await read(`/operator/accounts?sort=busiest&limit=100${next}`);
    ids.push(...page.accounts.map(({ id }: { id: string }) => id));
    next = page.next && `&after=${page.next}`;
    assert.ok(next || ids.length === page.total);
  } while (next);
  assert.deepEqual(ids.slice(0, 2), [busiest.id, quiet.id]);
  assert.ok(ids.includes(idle.id) && new Set(ids).size === ids.length);
});
