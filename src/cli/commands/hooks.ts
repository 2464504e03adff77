// Commands about existing hooks: review, edits, labels, takedowns, reports and platforms.
import type { UndoneEdit } from '../../catalog/curation/edit.ts';
import type { SampleRemoval } from '../../catalog/sample/sample.ts';
import type { Takedown } from '../../catalog/takedowns/takedown.ts';
import type { GivenValue } from '../../catalog/unknown-values/unknown-values.ts';
import type { Command } from '../command.ts';
import { editHooks, hookColumns, listHooks, skippedText } from '../edit-hooks.ts';
import { reportText } from '../labels/report.ts';
import { relabelInput, relabelText, trainingText } from '../labels/run.ts';

const decideClaim = (decision: 'accept' | 'reject') => ({
  call: 'POST /operator/hooks/{id}/claims',
  body: ({ source }: { source?: string }) => ({ source, decision }),
  columns: hookColumns,
});

export const hooks: Command = {
  summary: 'Find, edit, retire and take down hooks; work through the review queue',
  options: `
    --state STATE        pending, published, rejected or retired. Default pending for accept and reject by filter.
    --text WORDS         Words in the text; the new text (edit).
    --creator NAME       Hooks of this creator.
    --filter NAME=VALUE  Any filter of GET /operator/hooks, such as reason=cut_text or language=en. Repeatable.
    --source NAME        Hooks of this source; the source of a pending view count (accept-views, reject-views).
    --claims waiting     Hooks with a pending view count.
    --after ID           Next page.
    --set FIELD=VALUE    Change a field (edit). Repeatable.
    --into ID            Hook to keep (merge). The other one refers to it.
    --reason TEXT        Reason for the audit log (takedown). Do not quote the hook.
    --blocks LIST        What imports may not add again: text,source_url,creator. Default: all.`,
  notes: 'A takedown deletes the content of a hook everywhere and cannot be undone.',
  actions: {
    '[list] [options]': listHooks,
    'accept ID...': editHooks('accept', 'published'),
    'reject ID...': editHooks('reject', 'rejected'),
    'reopen ID...': editHooks('reopen', 'pending'),
    'retire ID...': editHooks('retire', 'retired'),
    'edit ID... --set FIELD=VALUE...': editHooks('edit'),
    'edit ID --text TEXT': editHooks('edit'),
    // Shown in the help only: each of these names runs an action above.
    'accept|reject|reopen|retire|edit --filter NAME=VALUE... [options]': editHooks('edit'),
    'accept-views ID --source NAME': decideClaim('accept'),
    'reject-views ID --source NAME': decideClaim('reject'),
    'merge ID --into ID': { call: 'POST /operator/hooks/{id}/merge', columns: hookColumns },
    'takedown ID --reason TEXT [--blocks LIST]': {
      call: 'POST /operator/hooks/{id}/takedown',
      body: ({ reason, blocks }) => ({ reason, blocks: blocks?.split(',') }),
      text: (takedown: Takedown, [id]) =>
        `${id} is taken down (${takedown.id}). Blocked: ${takedown.blocks.join(', ') || 'nothing'}.`,
    },
  },
};

export const edits: Command = {
  summary: 'List edits of hooks and undo one',
  actions: {
    '[list] [--after ID]': {
      call: 'GET /operator/edits',
      rows: 'edits',
      columns: 'id action hooks set operator_email created_at undone_at',
    },
    'undo ID': {
      call: 'POST /operator/edits/{id}/undo',
      text: ({ restored, delivered, skipped }: UndoneEdit) =>
        `Hooks restored: ${restored}. Webhook deliveries that contained them, which are not undone: ${delivered}.${skippedText(skipped)}`,
    },
  },
};

export const labels: Command = {
  summary: 'Train the label model, guess labels again, and report their accuracy',
  options: `
    --dry-run           Show which labels would change, with counts. Nothing is changed (run).
    --source NAME       Hooks of this source (run).
    --where NAME=VALUE  Any filter of GET /operator/hooks, such as niche=finance. Repeatable (run).
    --method llm        Use the language model too, which consumes tokens even in a dry run (run).
    --sample N          Only N of the hooks, always the same ones (run).`,
  notes:
    'Labels from sources and hooks that a curator edited are not changed. A run is one catalog version, and\n"hookline admin edits undo ID" undoes it. --where state=pending publishes hooks in review whose labels are now certain enough.',
  actions: {
    'run [options]': { call: 'POST /operator/labels/run', body: relabelInput, text: relabelText },
    train: { call: 'POST /operator/labels/train', text: trainingText },
    report: { call: 'GET /operator/labels/report', text: reportText },
  },
};

const takedownColumns = 'id hook_id blocks reason created_at purged_at lifted_at';

export const takedowns: Command = {
  summary: 'List takedowns and lift their blocks',
  actions: {
    '[list] [--after ID]': { call: 'GET /operator/takedowns', rows: 'takedowns', columns: takedownColumns },
    'lift ID': { call: 'DELETE /operator/takedowns/{id}', columns: takedownColumns },
  },
};

const reportColumns = 'id state reason hook_id url email details created_at';

export const reports: Command = {
  summary: 'List and dismiss reports of hooks',
  options: '--state STATE  waiting, dismissed or taken_down.',
  actions: {
    '[list] [--state STATE] [--after ID]': { call: 'GET /operator/reports', rows: 'reports', columns: reportColumns },
    'dismiss ID': { call: 'POST /operator/reports/{id}/dismiss', columns: reportColumns },
  },
};

export const platforms: Command = {
  summary: 'List, approve and withdraw platforms that are not in the taxonomy',
  actions: {
    list: { call: 'GET /operator/platforms', rows: 'platforms', columns: 'name is_approved hooks' },
    'approve NAME': {
      call: 'POST /operator/platforms',
      body: (_, [name]) => ({ name }),
      text: ({ name }: { name: string }) => `Approved ${name}.`,
    },
    'withdraw NAME': {
      call: 'DELETE /operator/platforms/{name}',
      text: ({ name }: { name: string }) => `Withdrew ${name}. Its hooks now have the platform Other.`,
    },
  },
};

export const values: Command = {
  summary: 'List values that are not in the taxonomy, and map them',
  options: `
    --source NAME  Values of this source. Default: all sources.`,
  notes:
    'A mapping is stored: pending records get the label at once, and later imports map the value.\nWithout BECOMES the value is ignored, and the label is guessed.',
  actions: {
    '[list] [--source NAME]': {
      call: 'GET /operator/values?state=unknown',
      rows: 'values',
      columns: 'field value records nearest source',
    },
    'mapped [--source NAME]': {
      call: 'GET /operator/values?state=mapped',
      rows: 'values',
      columns: 'field value becomes source',
    },
    'map FIELD VALUE [BECOMES] [--source NAME]': {
      call: 'PUT /operator/values',
      body: ({ source }, [field, value, becomes = null]) => ({ field, value, becomes, source }),
      text: ({ value, field, becomes, records }: GivenValue) =>
        `${becomes === null ? `Ignoring ${value} as ${field}` : `Mapped ${value} to ${becomes}`}. Records with it: ${records.toLocaleString('en-US')}.`,
    },
  },
};

export const taxonomy: Command = {
  summary: 'List, add and remove niches and archetypes of your own',
  options: `
    --description TEXT  Description, also used in prompts of language models.
    --alias ALIAS       Another spelling that files and filters may use. Repeatable.
    --word WORD         One or two words; lines that contain them are guessed as the niche. Repeatable.`,
  notes: 'KIND is niche or archetype. The id follows from NAME; set replaces the value with the same id.',
  actions: {
    '[list]': { call: 'GET /operator/taxonomy', rows: 'values', columns: 'kind id name hooks words aliases' },
    'set KIND NAME [options]': {
      call: 'PUT /operator/taxonomy',
      body: ({ description, alias: aliases, word: words }, [kind, name]) => ({
        ...{ kind, name, description, aliases, words },
      }),
      text: ({ id, hooks }: { id: string; hooks: number }) =>
        `Added ${id}. Hooks with it: ${hooks.toLocaleString('en-US')}.`,
    },
    'remove KIND ID': {
      call: 'DELETE /operator/taxonomy/{kind}/{id}',
      text: ({ id }: { id: string }) => `Removed ${id}.`,
    },
  },
};

export const sample: Command = {
  summary: 'Remove the sample hooks',
  actions: {
    remove: {
      call: 'DELETE /operator/sample',
      text: ({ removed }: SampleRemoval) => `Removed ${removed.toLocaleString('en-US')} sample hooks.`,
    },
  },
};
