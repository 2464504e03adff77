// Schema of GET /operator/health: the figures and the problems.
import { z } from 'zod';
import { llmStopKinds } from '../../db/tables/labels.ts';
import { moment } from '../pipeline/schemas.ts';

const count = z.number().int();
const momentOrNull = moment.nullable();

const healthProblemSchema = z
  .object({
    severity: z.enum(['warning', 'error']),
    what: z.string(),
    since: momentOrNull.meta({ description: 'null if unknown' }),
    action: z.string().meta({ description: 'The page of the console to fix it on' }),
  })
  .meta({ id: 'HealthProblem', description: 'Something that is wrong now' });
export type HealthProblem = z.infer<typeof healthProblemSchema>;

const processSchema = z.object({
  version: z.string(),
  node: z.string(),
  pid: count.meta({ description: 'Figures are per process' }),
  started_at: moment,
  uptime_seconds: count,
  memory: z.object({ rss_bytes: count, heap_used_bytes: count, external_bytes: count }),
  event_loop: z
    .object({ mean_ms: z.number(), p99_ms: z.number(), max_ms: z.number(), since: moment })
    .meta({ description: 'Delay of timers since `since`, which is at most a few minutes ago while it is read often' }),
});

const queueSchema = z
  .object({
    waiting: count,
    retrying: count,
    active: count,
    failed: count,
    oldest_at: momentOrNull,
    error: z.string().nullable(),
  })
  .meta({ id: 'QueueFigures', description: 'Jobs of a queue by state' });

const pausedWebhookSchema = z
  .object({
    webhook_id: z.string(),
    account_id: z.string(),
    account_name: z.string(),
    paused_by: z.enum(['owner', 'failures', 'gone']).nullable(),
    paused_at: momentOrNull,
  })
  .meta({ id: 'PausedWebhook', description: 'A paused webhook and its account' });

const failingSourceSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    failures: count,
    error: z.string().nullable(),
    since: momentOrNull,
  })
  .meta({ id: 'FailingSource', description: 'A source whose last runs failed' });

const diskSchema = z
  .object({
    path: z.string(),
    free_bytes: count,
    total_bytes: count,
    missing_bytes: count.meta({ description: 'Imports and exports are refused until this much more is free' }),
  })
  .meta({ id: 'DiskFigures', description: 'The disk of a directory' });

const viewRefreshSchema = z
  .object({
    platform: z.string(),
    checked_at: momentOrNull,
    paused_until: momentOrNull.meta({ description: 'The units for refreshes are used up until then' }),
    failures: count,
    error: z.string().nullable(),
    overdue: count.meta({ description: 'Hooks whose views should have been refreshed a day ago' }),
    oldest_due_at: momentOrNull,
  })
  .meta({ id: 'ViewRefreshHealth' });

const stopSchema = z
  .object({ by: z.enum(llmStopKinds), reason: z.string(), since: moment, resume_at: moment })
  .nullable()
  .meta({ description: 'Why the provider is paused until `resume_at`; null while available' });

const databaseSections = {
  queues: z.record(z.string(), queueSchema).nullable(),
  deliveries: z
    .object({ due: count, oldest_due_at: momentOrNull, pending: count, failed_today: count, skipped_today: count })
    .nullable(),
  delivery_threads: z
    .object({ ended: count, last_at: momentOrNull, error: z.string().nullable() })
    .nullable()
    .meta({ description: 'Threads that ended by an error in the last hour, of all processes. They are started again' }),
  webhooks_paused: z.array(pausedWebhookSchema).nullable(),
  exports: z.object({ processing: count, oldest_processing_at: momentOrNull, failed_today: count }).nullable(),
  sources_failing: z.array(failingSourceSchema).nullable(),
  review: z.object({ waiting: count, oldest_at: momentOrNull }).nullable(),
  language_model: z
    .object({
      model: z.string(),
      stop: stopSchema,
    })
    .nullable()
    .meta({ description: 'null if none is configured' }),
  embeddings: z
    .object({
      model: z.string(),
      vectors: count.meta({ description: 'Vectors of the texts of the hooks that this process serves' }),
      waiting: count.meta({ description: 'Hooks without a vector' }),
      dimensions: count,
      memory_bytes: count,
      stop: stopSchema,
    })
    .nullable()
    .meta({ description: 'null if only words are compared' }),
  view_refreshes: z
    .array(viewRefreshSchema)
    .nullable()
    .meta({ description: 'Refreshes of view counts; empty without the secret of a platform' }),
  key_requests: z.object({ pending: count, oldest_at: momentOrNull }).nullable(),
  reports: z.object({ waiting: count, oldest_at: momentOrNull }).nullable(),
};

const healthFiguresSchema = z.object({
  process: processSchema,
  catalog: z.object({
    version: count,
    hooks: count,
    updated_at: moment,
    age_seconds: count,
    data_through: momentOrNull,
    next_update_at: momentOrNull,
    checked_at: momentOrNull,
  }),
  disk: diskSchema.nullable(),
  export_disk: diskSchema
    .nullable()
    .meta({ description: 'null if exports are in the data directory, or the disk cannot be read' }),
  export_files: z
    .object({
      location: z.string(),
      reachable: z.boolean(),
      files: count.nullable(),
      bytes: count.nullable(),
      error: z.string().nullable(),
    })
    .meta({ description: 'Numbers are null if the store cannot be reached' }),
  database: z.object({
    reachable: z.boolean(),
    answered_in_ms: z.number().nullable(),
    size_bytes: count.nullable(),
    disk_full_at: momentOrNull.meta({ description: 'When the server last refused a change because its disk is full' }),
    error: z.string().nullable(),
  }),
  ...databaseSections,
});
export type HealthFigures = z.infer<typeof healthFiguresSchema>;
export type EventLoop = { read: () => HealthFigures['process']['event_loop']; stop: () => void };

export const operatorHealthSchema = z
  .object({
    status: z.enum(['ok', 'warning', 'error']).meta({ description: 'Severity of the worst problem' }),
    at: moment,
    problems: z.array(healthProblemSchema).meta({ description: 'Most severe first' }),
    ...healthFiguresSchema.shape,
  })
  .meta({
    id: 'OperatorHealth',
    description: 'What is wrong now, and the figures. Sections of the database are null during an outage',
  });
export type OperatorHealth = z.infer<typeof operatorHealthSchema>;
