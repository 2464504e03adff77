// hookline admin stats, openapi and sign-in: current problems and figures, the OpenAPI document, a link to the console.
import type { Command } from './command.ts';
import { print, table } from './print.ts';

type Health = { problems: { severity: string; what: string; since: string | null }[] };

export const stats: Command = async (client, _args, options) => {
  const figures = await client.call<Record<string, unknown>>('GET', '/operator/stats');
  const { problems } = await client.call<Health>('GET', '/operator/health');
  print({ ...figures, problems }, options.json, () => {
    const rows = Object.entries(figures).map(([figure, value]) => ({ figure, value }));
    const lines = problems.map(
      ({ severity, what, since }) => `${severity}: ${what}${since === null ? '' : ` Since ${since}.`}`,
    );
    return [...lines, table(rows, ['figure', 'value'])].join('\n');
  });
};

export const signIn: Command = async (client, _args, options) => {
  const link = await client.call<{ url: string; expires_at: string }>('POST', '/operator/sign-in-links');
  print(link, options.json, () => `${link.url}\nOpens the console. Works once, until ${link.expires_at}.`);
};

export const openapi: Command = async (client) => {
  console.log(JSON.stringify(await client.call('GET', '/openapi.json'), null, 2));
};
