// A trend alert as clients request and see it. Field order is part of the contract.
import { z } from 'zod';
import { filterInput } from '../catalog/search/filter-input.ts';
import { trendLabels } from '../catalog/snapshot/activity.ts';
import { verdicts } from '../trends/growth.ts';
import { trendWindows } from '../trends/trends.ts';

export const maxTrendAlerts = 20;
const maxNameLength = 100;
/** The other verdicts are not known changes. */
const tellable = ['heating', 'cooling'] as const;

const nameError = `\`name\` must have 1 to ${maxNameLength} characters, or be null.`;
const name = z
  .string({ error: nameError })
  .trim()
  .min(1, nameError)
  .max(maxNameLength, nameError)
  .nullable()
  .meta({ description: 'Your name for the alert, included in emails and events', example: 'Finance archetypes' });
const by = z.enum(trendLabels, { error: `\`by\` must be one of ${trendLabels.join(', ')}.` });
const window = z.enum(trendWindows, { error: `\`window\` must be one of ${trendWindows.join(', ')}.` });
const verdictsError = `\`verdicts\` must be one or both of ${tellable.join(', ')}.`;
const wanted = z
  .array(z.enum(tellable, { error: verdictsError }), { error: verdictsError })
  .min(1, verdictsError)
  .transform((given) => tellable.filter((verdict) => given.includes(verdict)));
const notify = z.enum(['email', 'webhook'], { error: '`notify` must be email or webhook.' });

const fields = {
  by: by.meta({ description: 'Label whose values are monitored. Default `archetype`' }),
  window: window.meta({ description: 'Compared with the window before it. Default `7d`' }),
  verdicts: wanted.meta({
    description: 'Verdicts that trigger the alert. Default `["heating"]`',
    example: ['heating'],
  }),
  notify: notify.meta({
    description:
      'Default `email`, to the email of the account. `webhook`: your webhooks that receive `trends.changed`, on the Enterprise plan',
  }),
};

export const createTrendAlertInput = z.strictObject({
  name: name.optional(),
  by: fields.by.optional(),
  filters: filterInput.optional(),
  window: fields.window.optional(),
  verdicts: fields.verdicts.optional(),
  notify: fields.notify.optional(),
});
export type CreateTrendAlertInput = z.infer<typeof createTrendAlertInput>;

export const updateTrendAlertInput = z.strictObject({
  name: name.optional(),
  by: by.optional(),
  filters: filterInput.optional().meta({ description: 'Replaces all current filters' }),
  window: window.optional(),
  verdicts: wanted.optional(),
  notify: notify.optional(),
  status: z
    .enum(['active', 'paused'], { error: '`status` must be active or paused.' })
    .optional()
    .meta({ description: 'active resumes; changes while paused do not trigger it' }),
});
export type UpdateTrendAlertInput = z.infer<typeof updateTrendAlertInput>;

const moment = z.iso.datetime();

export const trendAlertSchema = z
  .object({
    alert_id: z.string().meta({ description: '`alr_` and 16 letters or digits' }),
    name: z.string().nullable(),
    by,
    filters: z.looseObject({}).meta({ description: 'Normalized: aliases replaced by ids' }),
    window,
    verdicts: z.array(z.enum(tellable)),
    notify,
    status: z.enum(['active', 'paused']),
    catalog_version: z.int().meta({ description: 'Catalog version of the last evaluation' }),
    last_told_at: moment.nullable(),
    last_told: z
      .array(z.object({ value: z.string(), verdict: z.enum(verdicts) }))
      .meta({ description: 'Changes in the last notification' }),
    created_at: moment,
    updated_at: moment,
  })
  .meta({ id: 'TrendAlert', description: 'Notifies when the verdict of a value of a label changes' });
export type TrendAlert = z.infer<typeof trendAlertSchema>;
