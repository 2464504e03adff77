// Help texts of the commands that run and watch the service, and the form of all help texts.

/** `usage`: lines without the leading `hookline`. */
export type CommandHelp = { summary: string; usage: string[]; options?: [string, string][]; notes?: string };

export type CommandGroup = { title: string; commands: Record<string, CommandHelp> };

export const serviceCommands: CommandGroup = {
  title: 'Service',
  commands: {
    serve: {
      summary: 'Run the service',
      usage: ['serve [--processes N] [--roles api,worker]'],
      options: [
        ['--processes N', 'Cores that serve requests. Default: HOOKLINE_PROCESSES.'],
        ['--roles ROLES', 'api, worker or both. Default: HOOKLINE_ROLES.'],
      ],
    },
    backup: {
      summary: 'Copy the data directory while the service is running',
      usage: ['backup DIRECTORY'],
      notes: 'Reads the data directory (HOOKLINE_DATA) directly; no key is needed.',
    },
    stats: { summary: 'Show current problems and figures', usage: ['stats'] },
    audit: {
      summary: 'List who changed what and when, newest first',
      usage: ['audit [options]'],
      options: [
        ['--account ID', 'Changes to this account.'],
        ['--action ACTION', 'Changes of this kind, such as hook.retired.'],
        ['--actor ACTOR', 'operator, key, session, system, link, the id of a key, or the email of an operator.'],
        ['--subject ID', 'Changes to this record.'],
        ['--after ID', 'Next page.'],
      ],
    },
    operators: {
      summary: 'Manage the people who operate the service',
      usage: [
        'operators [list]',
        'operators add EMAIL --role ROLE',
        'operators remove EMAIL',
        'operators sessions',
        'operators sign-out',
      ],
      options: [['--role ROLE', 'owner, curator or support (add). Adding again changes the role.']],
      notes:
        'They sign in at /sign-in with a link that is mailed to them. sign-out ends the sessions of all operators.',
    },
    announcements: {
      summary: 'Write incidents, maintenance and news of the status page',
      usage: [
        'announcements [list]',
        'announcements create TITLE --message TEXT [options]',
        'announcements update ID --state STATE --message TEXT [--no-mail]',
        'announcements show ID',
        'announcements delete ID',
      ],
      options: [
        ['--kind KIND', 'incident (default), maintenance or announcement (create).'],
        ['--severity SEVERITY', 'minor (default), major or critical; of an incident (create).'],
        ['--part PART', 'What is affected: api, dashboard, exports, webhooks, updates, email. Repeatable (create).'],
        ['--since TIME', 'Start. Default: now (create).'],
        ['--until TIME', 'Planned end, required for maintenance (create).'],
        ['--message TEXT', 'What is known or done.'],
        [
          '--state STATE',
          'investigating, identified, monitoring or resolved; in_progress or completed of maintenance; ended (update).',
        ],
        ['--no-mail', 'Mail no subscribers.'],
      ],
      notes: 'The last state of a kind (resolved, completed, ended) ends it.',
    },
    'sign-in': { summary: 'Create a sign-in link for the console', usage: ['sign-in'] },
    openapi: { summary: 'Print the OpenAPI document', usage: ['openapi'] },
  },
};
