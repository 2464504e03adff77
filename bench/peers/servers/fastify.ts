// A typical handwritten server: Fastify with a schema of the response, over a pool of pg with a prepared statement. In the second route
// PostgreSQL builds the JSON.
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import pg from 'pg';
import { announce } from '../../constant-server.ts';

// A bigint is a string by default; views fit a number, as the API of the service has them.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
// Ten connections are the default. The database has the same core, so more would only wait in another place.
const pool = new pg.Pool({ connectionString: process.env.PEER_DATABASE });

const text = { type: 'string' } as const;
const hook = {
  type: 'object',
  properties: {
    ...{ id: text, text, views: { type: 'integer' } },
    ...{ platform: text, archetype: text, emotional_trigger: text, niche: text },
  },
} as const;
const responseSchema = {
  type: 'object',
  properties: {
    success: { type: 'boolean' },
    data: { type: 'array', items: hook },
    count: { type: 'integer' },
    timestamp: text,
  },
} as const;
const querystring = {
  type: 'object',
  required: ['niche'],
  properties: { niche: text, limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 } },
} as const;
type Query = { niche: string; limit: number };

const list = `select id, text, views, platform, archetype, emotional_trigger, niche from hooks
  where niche = $1 order by views desc, id limit $2`;

const app = fastify();
const authorization = `Bearer ${process.env.PEER_KEY}`;
app.addHook('onRequest', async (request, reply) => {
  if (request.headers.authorization !== authorization) return reply.code(401).send({ success: false });
});
app.get<{ Querystring: Query }>(
  '/hooks',
  { schema: { querystring, response: { 200: responseSchema } } },
  async ({ query }) => {
    const { rows } = await pool.query({ name: 'list', text: list, values: [query.niche, query.limit] });
    return { success: true, data: rows, count: rows.length, timestamp: new Date().toISOString() };
  },
);
app.get<{ Querystring: Query }>('/hooks-as-json', { schema: { querystring } }, async ({ query }, reply) => {
  const statement = `select coalesce(json_agg(h), '[]')::text as data, count(*)::int from (${list}) h`;
  const { rows } = await pool.query({ name: 'json', text: statement, values: [query.niche, query.limit] });
  const [{ data, count }] = rows;
  reply.type('application/json');
  return `{"success":true,"data":${data},"count":${count},"timestamp":"${new Date().toISOString()}"}`;
});

await app.listen({ host: '127.0.0.1', port: 0 });
announce((app.server.address() as AddressInfo).port);
