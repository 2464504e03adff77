// hookline stats and hookline openapi: what the service says of itself.
import type { Command } from './command.ts';
import { print, table } from './print.ts';

type Health = { problems: { severity: string; what: string; since: string | null }[] };

export const stats: Command = async (client, _words, options) => {
  const figures = await client.call<Record<string, unknown>>('GET', '/operator/stats');
  const { problems } = await client.call<Health>('GET', '/operator/health');
  print({ ...figures, problems }, options.json === true, () => {
    const rows = Object.entries(figures).map(([figure, value]) => ({ figure, value }));
    const wrong = problems.map(
      ({ severity, what, since }) => `${severity}: ${what}${since === null ? '' : ` Since ${since}.`}`,
    );
    return [...wrong, table(rows, ['figure', 'value'])].join('\n');
  });
};

export const openapi: Command = async (client) => {
  console.log(JSON.stringify(await client.call('GET', '/openapi.json'), null, 2));
};
