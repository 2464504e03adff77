// hookline admin operators: lists, adds and removes named operators, and shows and ends their sessions.
import type { Operator } from '../auth/operators.ts';
import type { SessionEntry } from '../auth/sessions.ts';
import type { Client } from './client.ts';
import type { Command } from './command.ts';
import { type Options, UsageError } from './options.ts';
import { print, table } from './print.ts';

const path = '/operator/operators';
const columns = ['email', 'role', 'added_at', 'id'];
const sessionColumns = ['email', 'user_agent', 'address', 'started_at', 'expires_at', 'id'];

export const operators: Command = async (client, [action = 'list', email], options) => {
  const show = (operator: Operator) => print(operator, options.json, () => table([operator], columns));
  if (action === 'list') {
    const page = await client.call<{ operators: Operator[] }>('GET', path);
    print(page, options.json, () => table(page.operators, columns));
  } else if (action === 'sessions') await showSessions(client, options);
  else if (action === 'sign-out') {
    const ended = await client.call<{ ended: number }>('DELETE', '/operator/sessions');
    print(ended, options.json, () => `Ended ${ended.ended} ${ended.ended === 1 ? 'session' : 'sessions'}.`);
  } else if (action !== 'add' && action !== 'remove')
    throw new UsageError(`Unknown subcommand "operators ${action}". Use list, add, remove, sessions or sign-out.`);
  else if (!email) throw new UsageError(`Missing email: hookline admin operators ${action} EMAIL.`);
  else if (action === 'remove') show(await client.call('DELETE', `${path}/${await idOf(client, email)}`));
  else if (!options.role)
    throw new UsageError('Missing role: hookline admin operators add EMAIL --role owner|curator|support.');
  else show(await client.call('POST', path, { email, role: options.role }));
};

async function showSessions(client: Client, options: Options): Promise<void> {
  const page = await client.call<{ sessions: SessionEntry[] }>('GET', '/operator/sessions');
  print(page, options.json, () => table(page.sessions, sessionColumns));
}

async function idOf(client: Client, email: string): Promise<string> {
  const { operators } = await client.call<{ operators: Operator[] }>('GET', path);
  const found = operators.find((operator) => operator.email === email.toLowerCase());
  if (!found) throw new Error(`There is no operator ${email}. "hookline admin operators" lists them.`);
  return found.id;
}
