// PostGraphile by its Amber preset, on node:http. Ordering by a column that opens no index has to be asked for.
import { createServer } from 'node:http';
import { postgraphile } from 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { grafserv } from 'postgraphile/grafserv/node';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';
import { serve } from './cluster.ts';

const instance = postgraphile({
  extends: [PostGraphileAmberPreset],
  disablePlugins: ['PgIndexBehaviorsPlugin'],
  pgServices: [makePgService({ connectionString: process.env.PEER_DATABASE, schemas: ['public'] })],
  grafserv: { graphiql: false, watch: false },
  grafast: { explain: false },
});

await serve(async (port) => {
  const server = createServer();
  await instance.createServ(grafserv).addTo(server);
  await instance.getSchema();
  await new Promise<void>((resolve) => server.listen({ host: '127.0.0.1', port }, resolve));
});
