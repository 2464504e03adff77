// Faults of the product that the tests must find, each a change of one line. Spread over all modules.

export type Mutation = {
  /** The fault, as a reader of the table would call it. */
  fault: string;
  file: string;
  /** Occurs once in the file. */
  find: string;
  replace: string;
};

export const mutations: readonly Mutation[] = [
  {
    fault: 'a filter ignores exclusion',
    file: 'src/catalog/search/conditions.ts',
    find: 'return (row) => isExcluded[codes[row]] === 0;',
    replace: 'return (row) => isExcluded[codes[row]] < 2;',
  },
  {
    fault: 'the maximum of a range is exclusive',
    file: 'src/catalog/search/conditions.ts',
    find: 'numbers[row] <= max',
    replace: 'numbers[row] < max',
  },
  {
    fault: 'a cursor is off by one',
    file: 'src/catalog/search/search.ts',
    find: 'isAfter(ordered.at(index), ordered.tier(index))) : 0;',
    replace: 'isAfter(ordered.at(index), ordered.tier(index))) + 1 : 0;',
  },
  {
    fault: 'a cursor is accepted for another query',
    file: 'src/catalog/search/cursor.ts',
    find: 'if (bytes.readUInt32BE(1) !== fingerprint) {',
    replace: 'if (bytes.readUInt32BE(1) > 2 ** 33) {',
  },
  {
    fault: 'facets are conjunctive',
    file: 'src/catalog/search/facets.ts',
    find: 'resolve(snapshot, cache, filter, dimension);',
    replace: 'resolve(snapshot, cache, filter);',
  },
  {
    fault: 'a seed does not repeat a random draw',
    file: 'src/catalog/search/results/random-rows.ts',
    find: 'return seed === undefined ? unseededDraw :',
    replace: 'return seed !== null ? unseededDraw :',
  },
  {
    fault: 'changes list a hook of the last version as added',
    file: 'src/catalog/search/changes.ts',
    find: "addedVersions[byVersion[row]] > since ? 'added'",
    replace: "addedVersions[byVersion[row]] >= since ? 'added'",
  },
  {
    fault: 'If-None-Match: * gets a 304',
    file: 'src/http/pipeline/etag.ts',
    find: "return header?.includes(etag.startsWith('W/') ? etag.slice(2) : etag) ?? false;",
    replace: "return header === '*' || (header?.includes(etag.startsWith('W/') ? etag.slice(2) : etag) ?? false);",
  },
  {
    fault: 'a call is counted twice',
    file: 'src/quota/permit.ts',
    find: 'takeUnits(lease, cost, now);',
    replace: 'takeUnits(lease, 2 * cost, now);',
  },
  {
    fault: 'a second refund returns units again',
    file: 'src/quota/permit.ts',
    find: 'if (isRefunded) return;',
    replace: '',
  },
  {
    fault: 'the database leases one unit above the limit',
    file: 'src/quota/store.ts',
    find: ".where(leasedAfter, '<=', limit),",
    replace: ".where(leasedAfter, '<=', limit + 1),",
  },
  {
    fault: 'a month ends on its 31st',
    file: 'src/lib/utc-window.ts',
    find: 'Date.UTC(year, month + 1, 1)',
    replace: 'Date.UTC(year, month, 31)',
  },
  {
    fault: 'a signature over the wrong bytes',
    file: 'src/webhooks/sign.ts',
    find: 'hmac(secret, body)',
    replace: 'hmac(secret, JSON.stringify(body))',
  },
  {
    fault: 'after a rotation only the new secret signs',
    file: 'src/webhooks/sign.ts',
    find: 'secrets.map((secret) => {',
    replace: 'secrets.slice(0, 1).map((secret) => {',
  },
  {
    fault: 'the first wait of the retry schedule is skipped',
    file: 'src/webhooks/retry-schedule.ts',
    find: 'retryMs[failures - 1]',
    replace: 'retryMs[failures]',
  },
  {
    fault: 'a redirect counts as delivered',
    file: 'src/webhooks/deliverer/deliver.ts',
    find: 'statusCode < 300',
    replace: 'statusCode < 400',
  },
  {
    fault: 'a missing await in a transaction',
    file: 'src/webhooks/deliverer/deliver.ts',
    find: '    await settle(',
    replace: '    void settle(',
  },
  {
    fault: 'a failed test delivery pauses the webhook',
    file: 'src/webhooks/deliverer/deliver.ts',
    find: "sent.filter(({ delivery }) => delivery.kind === 'event')",
    replace: 'sent.filter(() => true)',
  },
  {
    fault: 'webhooks reach private addresses',
    file: 'src/net/address.ts',
    find: "parsed.range() === 'unicast'",
    replace: "parsed.range() !== 'loopback'",
  },
  {
    fault: 'a plan gets one export a day too many',
    file: 'src/exports/actions.ts',
    find: '< exportsPerDay) return;',
    replace: '<= exportsPerDay) return;',
  },
  {
    fault: 'an Idempotency-Key with another body returns the former export',
    file: 'src/exports/actions.ts',
    find: 'if (existing) return assertSameRequest(existing, request);',
    replace: 'if (existing) return existing;',
  },
  {
    fault: 'CSV cells may begin with =',
    file: 'src/exports/formats/csv.ts',
    find: "signs('=+-@')",
    replace: "signs('+-@')",
  },
  {
    fault: 'a download link opens every export',
    file: 'src/exports/files/signed-link.ts',
    find: 'function sign(secret: string, exportId: string, expires: string): string {',
    replace: "function sign(secret: string, _: string, expires: string, exportId = ''): string {",
  },
  {
    fault: 'exports of other accounts are found',
    file: 'src/exports/store.ts',
    find: "selectFrom('exports').selectAll().where('id', '=', id);\n  if (accountId !== undefined) query",
    replace: "selectFrom('exports').selectAll().where('id', '=', id);\n  if (accountId === '') query",
  },
  {
    fault: 'curators manage accounts',
    file: 'src/auth/role.ts',
    find: "curator: ['read', 'catalog'],",
    replace: "curator: ['read', 'catalog', 'accounts'],",
  },
  {
    fault: 'the role of a member is not checked',
    file: 'src/http/pipeline/caller/access.ts',
    find: 'if (memberPermissions[role].includes(needs)) return;',
    replace: 'if (needs) return;',
  },
  {
    fault: 'the scopes of a key are not checked',
    file: 'src/http/pipeline/caller/access.ts',
    find: 'if (scopes === null || scopes.has(scope)) return;',
    replace: 'if (scope) return;',
  },
  {
    fault: 'an expired key works',
    file: 'src/auth/keys/keyring.ts',
    find: "if (time >= entry.expiresAt) return 'expired';",
    replace: '',
  },
  {
    fault: 'pages of sibling sites may change an account',
    file: 'src/http/pipeline/caller/session.ts',
    find: "return site === 'same-origin';",
    replace: "return site !== 'cross-site';",
  },
  {
    fault: 'an invitation is accepted by another mailbox',
    file: 'src/members/actions.ts',
    find: 'if (invitation?.email !== email.toLowerCase())',
    replace: 'if (!invitation)',
  },
  {
    fault: 'the end of a session leaves no audit record',
    file: 'src/auth/sessions.ts',
    find: "await writeAudit(trx, actor, { action: 'session.ended', subject: id, accountId: accountId ?? undefined });",
    replace: '',
  },
  {
    fault: 'an undo forgets later imports',
    file: 'src/ingest/undo/actions.ts',
    find: 'await replayLater(trx, { since: undone.published_at, version, limits });',
    replace: '',
  },
  {
    fault: 'a jump of views is published unseen',
    file: 'src/ingest/publish/store-decide.ts',
    find: 'not c.is_revival and coalesce(c.views > ',
    replace: 'not c.is_revival and coalesce(c.views < ',
  },
  {
    fault: 'a broken snapshot retires the catalog',
    file: 'src/ingest/publish/import-guards.ts',
    find: 'retired <= before * maxRetiredShare',
    replace: 'retired <= before',
  },
  {
    fault: 'a guess below the floor is published',
    file: 'src/labels/label.ts',
    find: "value !== 'other' && confidence >= floor",
    replace: "value !== 'other' && confidence >= 0",
  },
  {
    fault: 'a text that was taken down is imported again',
    file: 'src/catalog/takedowns/block-list.ts',
    find: "if (text !== undefined) return { takedown: text, kind: 'text' };",
    replace: '',
  },
  {
    fault: 'the undo of an edit overwrites later edits',
    file: 'src/catalog/curation/undo.ts',
    find: 'if (reason) skipped.push(',
    replace: 'if (reason && !hook) skipped.push(',
  },
  {
    fault: 'a digest tells the hooks of the digest before again',
    file: 'src/digests/send.ts',
    find: 'after: digest.told_version,',
    replace: 'after: 0,',
  },
  {
    fault: 'a trend is told again within 24 hours',
    file: 'src/trend-alerts/compare.ts',
    find: 'if (last && now.getTime()',
    replace: 'if (last && !before && now.getTime()',
  },
  {
    fault: 'the request log keeps secrets of parameters',
    file: 'src/request-log/redact.ts',
    find: "redactText(url.replace(secretParameter, '$1$2=[redacted]'))",
    replace: 'redactText(url)',
  },
];
