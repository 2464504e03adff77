// Completion scripts of bash, zsh and fish, made from the table of commands. They call no program and send no request.
import { type Command, defineCommand, globalOptions, type OptionTable } from './command.ts';
import { UsageError } from './terminal/output.ts';

type Commands = ReadonlyMap<string, Command>;
const shells = ['bash', 'zsh', 'fish'] as const;

/** `commands` is a function, since this command is one of them. */
export function completionCommand(commands: () => Commands): Command {
  return defineCommand({
    summary: 'Print a completion script for a shell',
    usage: [shells.join('|')],
    notes:
      'bash: source <(hookline completion bash) in ~/.bashrc. zsh: the same in ~/.zshrc, after compinit.\nfish: hookline completion fish > ~/.config/fish/completions/hookline.fish',
    examples: ['completion bash'],
    subcommands: shells,
    run: async ({ args: [shell] }) => {
      const scripts = { bash, zsh, fish };
      const script = shells.find((one) => one === shell);
      if (!script) throw new UsageError('Specify a shell: bash, zsh or fish.');
      process.stdout.write(scripts[script](commands()));
    },
  });
}

const optionsOf = ({ options }: Command): OptionTable => ({ ...options, ...globalOptions });
const flagsOf = (command: Command) => Object.keys(optionsOf(command)).map((name) => `--${name}`);

/** Cases of `word=VALUES` for options with choices. */
function choiceCases(
  commands: Commands,
  toCase: (command: string, option: string, choices: readonly string[]) => string,
): string[] {
  return [...commands].flatMap(([name, command]) =>
    Object.entries(optionsOf(command)).flatMap(([option, { choices }]) =>
      choices ? [toCase(name, option, choices)] : [],
    ),
  );
}

/** Options that take a file, or a value that nobody can guess, complete to files. */
function bash(commands: Commands): string {
  const names = [...commands.keys(), 'help'].join(' ');
  const cases = [...commands].map(
    ([name, command]) => `    ${name}) words='${[...flagsOf(command), ...(command.subcommands ?? [])].join(' ')}' ;;`,
  );
  const choices = choiceCases(
    commands,
    (name, option, values) => `    ${name}:--${option}) words='${values.join(' ')}' ;;`,
  );
  const files = [...commands].map(([name, command]) => {
    const free = Object.entries(optionsOf(command)).filter(([, { value, choices }]) => value !== undefined && !choices);
    const words = free.flatMap(([option, { short }]) => [`--${option}`, ...(short ? [`-${short}`] : [])]);
    return `    ${words.map((word) => `${name}:${word}`).join('|')}) COMPREPLY=(); return ;;`;
  });
  return `# Completion of hookline for bash.
_hookline() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" words=''
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${names}' -- "$current"))
    return
  fi
  [ "$current" = '=' ] && current=''
  [ "$previous" = '=' ] && previous="\${COMP_WORDS[COMP_CWORD-2]}"
  case "\${COMP_WORDS[1]}:$previous" in
${choices.join('\n')}
${files.join('\n')}
  esac
  [ -n "$words" ] || case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
    help) words='${[...commands.keys()].join(' ')}' ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _hookline hookline
`;
}

function zsh(commands: Commands): string {
  const described = [...commands].map(([name, { summary }]) => `    '${name}:${quoted(summary)}'`);
  const cases = [...commands].map(([name, command]) => {
    const options = Object.entries(optionsOf(command)).map(([option, { value, help, choices, multiple }]) => {
      const argument = value === undefined ? '' : `:${value}:${choices ? `(${choices.join(' ')})` : '_files'}`;
      return `        '${multiple ? '*' : ''}--${option}[${quoted(help).replaceAll(/[[\]:]/g, '\\$&')}]${argument}'`;
    });
    const first = command.subcommands
      ? `        '1:action:(${command.subcommands.join(' ')})'`
      : "        '*:argument:_files'";
    return `    ${name})\n      _arguments \\\n${[...options, first].join(' \\\n')}\n      ;;`;
  });
  return `#compdef hookline
# Completion of hookline for zsh.
_hookline() {
  local -a commands=(
${described.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local name="$words[2]"
  shift words
  (( CURRENT-- ))
  case "$name" in
${cases.join('\n')}
  esac
}
compdef _hookline hookline
`;
}

function fish(commands: Commands): string {
  const lines = [...commands].flatMap(([name, command]) => [
    `complete -c hookline -n __fish_use_subcommand -f -a ${name} -d '${quoted(command.summary)}'`,
    ...(command.subcommands ?? []).map(
      (word) => `complete -c hookline -n '__fish_seen_subcommand_from ${name}' -f -a ${word}`,
    ),
    ...Object.entries(optionsOf(command)).map(([option, { value, short, help, choices }]) =>
      [
        `complete -c hookline -n '__fish_seen_subcommand_from ${name}' -l ${option}`,
        short ? `-s ${short}` : '',
        value === undefined ? '' : '-r',
        choices ? `-f -a '${choices.join(' ')}'` : '',
        `-d '${quoted(help)}'`,
      ]
        .filter(Boolean)
        .join(' '),
    ),
  ]);
  return `# Completion of hookline for fish.\n${lines.join('\n')}\n`;
}

/** Makes a text safe within single quotes of every shell. */
function quoted(text: string): string {
  return text.replaceAll("'", '’');
}
