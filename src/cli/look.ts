// hookline stats and hookline openapi: what the service says of itself.
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

export const openapi: Command = async (client) => {
  console.log(JSON.stringify(await client.call('GET', '/openapi.json'), null, 2));
};
