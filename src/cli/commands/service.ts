// Commands that run and watch the service.
import type { AuditPage } from '../../audit/queries.ts';
import type { Operator } from '../../auth/operators.ts';
import type { Announcement } from '../../status/announcements/announcement.ts';
import type { Command, CommandGroup, Run } from '../command.ts';
import type { Options } from '../options.ts';
import { fieldTable, print, table } from '../print.ts';
import { withNext } from '../run-action.ts';

/** run.ts runs serve and backup, which need no running service. */
const withoutClient: Run = async () => {};

const auditColumns = ['at', 'action', 'subject', 'account_id', 'by', 'address', 'details'];

const audit: Command = {
  summary: 'List who changed what and when, newest first',
  options: `
    --account ID     Changes to this account.
    --action ACTION  Changes of this kind, such as hook.retired.
    --actor ACTOR    operator, key, session, system, link, the id of a key, or the email of an operator.
    --subject ID     Changes to this record.
    --after ID       Next page.`,
  actions: {
    '[options]': {
      call: 'GET /operator/audit',
      text: ({ records, next }: AuditPage) => {
        const rows = records.map((record) => ({
          ...record,
          by: record.key_id ?? record.operator_email ?? record.member_email ?? record.actor,
        }));
        return withNext(table(rows, auditColumns), next);
      },
    },
  },
};

const operatorColumns = 'email role added_at id';

const operators: Command = {
  summary: 'Manage the operators of the service',
  options: '--role ROLE  owner, curator or support (add). Adding again changes the role.',
  notes: 'Operators sign in at /sign-in with an emailed link. sign-out ends the sessions of all operators.',
  actions: {
    '[list]': { call: 'GET /operator/operators', rows: 'operators', columns: operatorColumns },
    'add EMAIL --role ROLE': {
      call: 'POST /operator/operators',
      body: ({ role }, [email]) => ({ email, role }),
      columns: operatorColumns,
    },
    'remove EMAIL': async (client, [email = ''], options) => {
      const { operators } = await client.call<{ operators: Operator[] }>('GET', '/operator/operators');
      const found = operators.find((operator) => operator.email === email.toLowerCase());
      if (!found)
        throw new Error(`Operator ${email} does not exist. Run "hookline admin operators" to list operators.`);
      const removed = await client.call<Operator>('DELETE', `/operator/operators/${found.id}`);
      print(removed, options.json, () => table([removed], operatorColumns.split(' ')));
    },
    sessions: {
      call: 'GET /operator/sessions',
      rows: 'sessions',
      columns: 'email user_agent address started_at expires_at id',
    },
    'sign-out': {
      call: 'DELETE /operator/sessions',
      text: ({ ended }: { ended: number }) => `Ended ${ended} ${ended === 1 ? 'session' : 'sessions'}.`,
    },
  },
};

function announcementText({ updates, ...fields }: Announcement): string {
  return `${fieldTable(fields)}\n\n${table(updates, ['at', 'state', 'message'])}`;
}

function newAnnouncement(options: Options, [title]: readonly string[]) {
  const { kind = 'incident', severity, part, since, until, message } = options;
  return { kind, severity, title, message, parts: part, starts_at: since, ends_at: until, ...mailsOf(options) };
}

const mailsOf = ({ 'no-mail': isSilent = false, 'mail-owners': mail_owners }: Options) => ({
  mail: !isSilent,
  mail_owners,
});

const announcements: Command = {
  summary: 'Publish incidents, maintenance and news on the status page',
  options: `
    --kind KIND          incident (default), maintenance or announcement (create).
    --severity SEVERITY  minor (default), major or critical; only for an incident (create).
    --part PART          Affected part: api, dashboard, exports, webhooks, updates, email. Repeatable (create).
    --since TIME         Start. Default: now (create).
    --until TIME         Planned end, required for maintenance (create).
    --message TEXT       Text of the update: what is known or done.
    --state STATE        investigating, identified, monitoring or resolved; in_progress or completed for maintenance; ended (update).
    --no-mail            Do not email subscribers.
    --mail-owners        Email the owners of all accounts.`,
  notes: 'The final state (resolved, completed or ended) ends an announcement.',
  actions: {
    '[list]': {
      call: 'GET /operator/announcements?limit=50',
      rows: 'announcements',
      columns: 'id kind phase state severity title starts_at ends_at',
    },
    'create TITLE --message TEXT [options]': {
      call: 'POST /operator/announcements',
      body: newAnnouncement,
      text: announcementText,
    },
    'update ID --state STATE --message TEXT [--no-mail] [--mail-owners]': {
      call: 'POST /operator/announcements/{id}/updates',
      body: ({ state, message, ...options }) => ({ state, message, ...mailsOf(options) }),
      text: announcementText,
    },
    'show ID': { call: 'GET /operator/announcements/{id}', text: announcementText },
    'delete ID': { call: 'DELETE /operator/announcements/{id}', text: announcementText },
  },
};

type Health = { problems: { severity: string; what: string; since: string | null }[] };

const showStats: Run = async (client, _, options) => {
  const figures = await client.call<Record<string, unknown>>('GET', '/operator/stats');
  const { problems } = await client.call<Health>('GET', '/operator/health');
  print({ ...figures, problems }, options.json, () => {
    const rows = Object.entries(figures).map(([figure, value]) => ({ figure, value }));
    const lines = problems.map(
      ({ severity, what, since }) => `${severity}: ${what}${since === null ? '' : ` Since ${since}.`}`,
    );
    return [...lines, table(rows, ['figure', 'value'])].join('\n');
  });
};

export const serviceCommands: CommandGroup = {
  title: 'Service',
  commands: {
    serve: {
      summary: 'Run the service',
      options: `
        --processes N    Number of cores that serve requests. Default: HOOKLINE_PROCESSES.
        --roles ROLES    api, worker or both. Default: HOOKLINE_ROLES.`,
      actions: { '[--processes N] [--roles api,worker]': withoutClient },
    },
    backup: {
      summary: 'Copy the data directory while the service is running',
      notes: 'Reads the data directory (HOOKLINE_DATA) directly; no key is needed.',
      actions: { DIRECTORY: withoutClient },
    },
    stats: { summary: 'Show current problems and figures', actions: { '': showStats } },
    audit,
    operators,
    announcements,
    'sign-in': {
      summary: 'Create a sign-in link for the console',
      actions: {
        '': {
          call: 'POST /operator/sign-in-links',
          text: ({ url, expires_at }: { url: string; expires_at: string }) =>
            `${url}\nOpens the console. Works once, until ${expires_at}.`,
        },
      },
    },
    openapi: {
      summary: 'Print the OpenAPI document',
      actions: { '': { call: 'GET /openapi.json', text: (document: object) => JSON.stringify(document, null, 2) } },
    },
  },
};
