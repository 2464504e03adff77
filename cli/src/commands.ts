// Table of commands, by group, in the order of the help.
import type { Command } from './command.ts';
import { taxonomy, usage } from './commands/account.ts';
import { changes } from './commands/changes.ts';
import { check } from './commands/check.ts';
import { collections } from './commands/collections.ts';
import { doctor } from './commands/doctor.ts';
import { exportHooks } from './commands/export.ts';
import { get, similar } from './commands/hooks.ts';
import { log } from './commands/log.ts';
import { login, logout, profiles } from './commands/login.ts';
import { random, search } from './commands/search.ts';
import { searches } from './commands/searches.ts';
import { sourceRequests } from './commands/source-requests.ts';
import { trends } from './commands/trends.ts';
import { webhooks } from './commands/webhooks.ts';
import { completionCommand } from './completion.ts';

export const commandGroups: readonly (readonly [title: string, Readonly<Record<string, Command>>])[] = [
  ['Hooks', { search, random, get, similar, check, trends, taxonomy }],
  ['Copies and notifications', { searches, collections, export: exportHooks, changes, webhooks }],
  [
    'Account',
    {
      usage,
      'source-requests': sourceRequests,
      log,
      login,
      logout,
      profiles,
      doctor,
      completion: completionCommand(() => commands),
    },
  ],
];

export const commands: ReadonlyMap<string, Command> = new Map(
  commandGroups.flatMap(([, group]) => Object.entries(group)),
);
