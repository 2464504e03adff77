// Report: anyone may request a takedown of a hook; an operator takes it down or dismisses the report.
import { z } from 'zod';
import type { ReportTable } from '../../db/tables/takedowns.ts';
import { hookNumber } from '../../lib/ids.ts';

export const reportReasons = ['copyright', 'privacy', 'harmful', 'other'] as const;
export const reportStates = ['waiting', 'dismissed', 'taken_down'] as const satisfies ReportTable['state'][];

const detailsInvalid = 'Describe the problem in 10 to 2,000 characters.';
const urlInvalid = 'Give the URL of the video, beginning with https://.';

export const reportInput = z
  .strictObject({
    hook_id: z
      .string()
      .refine((id) => hookNumber(id) !== undefined, 'A hook id is hook_ and digits, such as hook_1204.')
      .optional()
      .meta({ description: 'This or `url`', example: 'hook_1204' }),
    url: z
      .url({ protocol: /^https?$/, error: urlInvalid })
      .max(2048, urlInvalid)
      .optional()
      .meta({ description: 'URL of the video' }),
    reason: z.enum(reportReasons, { error: `\`reason\` is one of ${reportReasons.join(', ')}.` }),
    email: z.email('Enter a valid email.').max(254, 'Enter a valid email.').meta({ description: 'For questions' }),
    details: z.string(detailsInvalid).trim().min(10, detailsInvalid).max(2000, detailsInvalid),
  })
  .refine(({ hook_id, url }) => (hook_id === undefined) !== (url === undefined), {
    error: 'Send either `hook_id` or `url`.',
    path: ['hook_id'],
  })
  .meta({ id: 'NewReport' });
export type ReportInput = z.infer<typeof reportInput>;

/** The receipt is the same whether or not the hook exists. */
export const receiptSchema = z
  .object({
    report_id: z.string().meta({ description: '`rep_` and 16 letters or digits' }),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'ReportReceipt', description: 'A report that was received. A person reads it' });
export type Receipt = z.infer<typeof receiptSchema>;

export const reportSchema = z
  .object({
    id: z.string(),
    hook_id: z.string().nullable(),
    url: z.string().nullable(),
    reason: z.enum(reportReasons),
    email: z.string(),
    details: z.string(),
    state: z.enum(reportStates),
    created_at: z.iso.datetime(),
    decided_at: z.iso.datetime().nullable(),
    hook: z
      .object({ text: z.string(), state: z.string() })
      .nullable()
      .meta({ description: 'Current state of the hook; null if no hook has this id' }),
  })
  .meta({ id: 'Report', description: 'A request to take a hook down' });
export type Report = z.infer<typeof reportSchema>;

export const reportPageSchema = z
  .object({ reports: z.array(reportSchema), total: z.number().int(), next: z.string().nullable() })
  .meta({ id: 'ReportPage', description: 'A page of reports' });
export type ReportPage = z.infer<typeof reportPageSchema>;
