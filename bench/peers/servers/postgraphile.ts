// PostGraphile with its Amber preset, on node:http. Ordering by a column that begins no index is off by default, and enabled here.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { postgraphile } from 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { grafserv } from 'postgraphile/grafserv/node';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';
import { announce } from '../../constant-server.ts';

const instance = postgraphile({
  extends: [PostGraphileAmberPreset],
  disablePlugins: ['PgIndexBehaviorsPlugin'],
  pgServices: [makePgService({ connectionString: process.env.PEER_DATABASE, schemas: ['public'] })],
  grafserv: { graphiql: false, watch: false },
  grafast: { explain: false },
});

const server = createServer();
await instance.createServ(grafserv).addTo(server);
await instance.getSchema();
await once(server.listen(0, '127.0.0.1'), 'listening');
announce((server.address() as AddressInfo).port);
