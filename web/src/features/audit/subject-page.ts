// Console page of an audit record's subject.

/** Returns undefined for a subject without a page. */
export function subjectPage(subject: string, accountId: string | null): string | undefined {
  const account = accountId && `/console/accounts/${accountId}`;
  const [kind = ''] = subject.split('_', 1);
  const pages: Readonly<Record<string, string | null | undefined>> = {
    acc: `/console/accounts/${subject}`,
    key: account && `${account}?tab=keys`,
    wh: account && `${account}?tab=webhooks`,
    exp: account && `/console/exports?account=${accountId}`,
    sch: account && `/console/exports?account=${accountId}`,
    hook: `/console/hooks?hook=${subject}`,
    imp: `/console/imports?import=${subject}`,
    src: `/console/sources?source=${subject}`,
    usr: '/console/operators',
    tkd: '/console/reports?tab=takedowns',
    rep: '/console/reports?tab=dismissed',
  };
  return pages[kind] ?? undefined;
}
