// hookline stats, hookline openapi and hookline sign-in: what the service says of itself, and the way into its console.
import type { Command } from './command.ts';
import { print, table } from './print.ts';

export const stats: Command = async (client, _words, options) => {
  const figures = await client.call<Record<string, unknown>>('GET', '/operator/stats');
  print(figures, options.json === true, () =>
    table(
      Object.entries(figures).map(([figure, value]) => ({ figure, value })),
      ['figure', 'value'],
    ),
  );
};

export const signIn: Command = async (client, _words, options) => {
  const link = await client.call<{ url: string; expires_at: string }>('POST', '/operator/sign-in-links');
  print(link, options.json === true, () => `${link.url}\nOpens the console, once, until ${link.expires_at}.`);
};

export const openapi: Command = async (client) => {
  console.log(JSON.stringify(await client.call('GET', '/openapi.json'), null, 2));
};
