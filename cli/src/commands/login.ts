// hookline login, logout and profiles: stores keys by profile, for this user only.
import { spawn } from 'node:child_process';
import { env, platform } from 'node:process';
import { createHookline } from '../../../sdk/src/index.ts';
import { type Context, defineCommand } from '../command.ts';
import { checkUrl } from '../connect.ts';
import { checkProfileName, profilesFile, readProfiles, writeProfiles } from '../profiles.ts';
import { askText, confirm, isInteractive, readHidden } from '../terminal/ask.ts';
import { UsageError } from '../terminal/output.ts';
import { version } from '../version.ts';

const keysPage = '/dashboard/keys';

export const login = defineCommand({
  summary: 'Store an API key',
  usage: ['[options]'],
  options: {
    'no-browser': { help: 'Print the link to your keys instead of opening it.' },
  },
  notes:
    'Opens the page with your keys and prompts for one, or reads it from a pipe. The key is checked and stored in a file that\nonly you can read. --profile stores it under a name, in addition to others.',
  examples: ['login --url https://hooks.example.com', 'login --profile work --url https://hooks.example.com < key.txt'],
  run: async (context) => {
    const { args, values, output, signal } = context;
    if (args.length > 0)
      throw new UsageError('Type the key at the prompt or pipe it: other users of this machine can see arguments.');
    const name = checkProfileName(values.profile ?? env.HOOKLINE_PROFILE ?? 'default');
    const all = readProfiles();
    const url = checkUrl(
      values.url ?? (env.HOOKLINE_URL || undefined) ?? all.profiles[name]?.url ?? (await askUrl(signal)),
    );
    if (isInteractive()) openPage(`${url}${keysPage}`, context);
    const key = await readHidden('Paste your API key (hidden): ', signal);
    if (key === '') throw new UsageError('No key entered.');
    const { plan } = await createHookline({ baseUrl: url, key, userAgent: `hookline-cli/${version}` }).usage({
      signal,
    });
    const known = all.profiles[name];
    const kept = known?.url === url ? known : undefined;
    writeProfiles({ current: name, profiles: { ...all.profiles, [name]: { ...kept, url, key } } });
    if (env.HOOKLINE_KEY)
      output.warn('HOOKLINE_KEY is set and takes precedence over profiles. Unset it to use this profile.');
    output.record(
      { profile: name, url, plan, file: profilesFile() },
      () => `Logged in to ${url} as profile ${name}, plan ${plan}.`,
    );
  },
});

async function askUrl(signal: AbortSignal): Promise<string> {
  const url = isInteractive() ? await askText('URL of the service: ', signal) : '';
  if (url === '') throw new UsageError('No service URL. Pass --url https://…, or set HOOKLINE_URL.');
  return url;
}

function openPage(url: string, { values, output }: Context<{ 'no-browser': { help: string } }>): void {
  const [program, ...args] = env.BROWSER
    ? [env.BROWSER]
    : platform === 'darwin'
      ? ['open']
      : platform === 'win32'
        ? ['rundll32', 'url.dll,FileProtocolHandler']
        : ['xdg-open'];
  output.note(`Create or copy a key at ${url}`);
  if (values['no-browser'] || program === undefined) return;
  // The link is enough where no browser can be started.
  spawn(program, [...args, url], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}

export const logout = defineCommand({
  summary: 'Delete a stored API key',
  usage: ['[--profile NAME]'],
  notes: 'The key itself stays valid. Revoke it in the dashboard under Keys.',
  examples: ['logout --profile work'],
  run: async ({ values, output, signal }) => {
    const { current, profiles } = readProfiles();
    const name = values.profile ?? env.HOOKLINE_PROFILE ?? current;
    const { [name]: removed, ...rest } = profiles;
    if (!removed) throw new UsageError(`Profile ${name} does not exist. Run "hookline profiles" to list profiles.`);
    await confirm(`This deletes the key of profile ${name}.`, { yes: values.yes, signal });
    writeProfiles({ current: name === current ? (Object.keys(rest)[0] ?? 'default') : current, profiles: rest });
    output.record({ profile: name, deleted: true }, () => `Deleted profile ${name}.`);
  },
});

export const profiles = defineCommand({
  summary: 'List profiles, or choose the current one',
  usage: ['[list]', 'use NAME'],
  notes: 'Keys are not shown.',
  examples: ['profiles use work'],
  subcommands: ['list', 'use'],
  run: async ({ args: [action = 'list', name, ...rest], output }) => {
    const all = readProfiles();
    if (action === 'use' && name !== undefined && rest.length === 0) {
      if (!Object.hasOwn(all.profiles, name))
        throw new UsageError(`Profile ${name} does not exist. Run "hookline profiles" to list profiles.`);
      writeProfiles({ ...all, current: name });
      return output.record({ profile: name, current: true }, () => `Using profile ${name}.`);
    }
    if (action !== 'list' || name !== undefined) throw new UsageError('Use "profiles" or "profiles use NAME".');
    const records = Object.entries(all.profiles).map(([profile, { url, key }]) => ({
      profile,
      current: profile === all.current,
      url,
      key: `${key.slice(0, 8)}…`,
    }));
    output.list(
      records,
      [{ field: 'profile' }, { field: 'current', show: (is) => (is ? 'yes' : '') }, { field: 'url' }, { field: 'key' }],
      'No profiles. Run "hookline login".',
    );
  },
});
