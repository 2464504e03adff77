// Prompts of the MCP server: tasks that a person starts from a menu, described with the tools that they need.
import { taxonomy } from '../../taxonomy/taxonomy.ts';

type Argument = { name: string; description: string; required: boolean; values?: () => string[] };
type Prompt = {
  name: string;
  title: string;
  description: string;
  arguments: Argument[];
  write: (args: Record<string, string>) => string;
};

const niche: Argument = {
  name: 'niche',
  description: 'A niche of the taxonomy',
  required: false,
  values: () => taxonomy.niche.map(({ id }) => id),
};
const platform: Argument = {
  name: 'platform',
  description: 'Platform of the video',
  required: false,
  values: () => taxonomy.platform.map(({ id }) => id),
};

const withFilters = ({ niche, platform }: Record<string, string>) =>
  [niche && `niche ${niche}`, platform && `platform ${platform}`].filter(Boolean).join(', ') ||
  'any niche and platform';

/** Quotes typed text, so that it stands apart from the task. */
const quoted = (text = '') => `"""\n${text.slice(0, 1000).replaceAll('"""', '').toWellFormed()}\n"""`;

const prompts: readonly Prompt[] = [
  {
    name: 'write_openings',
    title: 'Write openings for …',
    description: 'Write opening lines for a video about a topic, each based on a proven hook',
    arguments: [{ name: 'topic', description: 'What the video is about', required: true }, niche, platform],
    write: (args) =>
      `Write five opening lines for a short video (${withFilters(args)}) about this topic:
${quoted(args.topic)}
1. Use search_hooks with words of the topic and these filters, and once more without the words, to find hooks that worked.
2. Choose five with different archetypes. Use adapt_hook with the id of each to fill its template with the topic; for a line without slots, replace the words of its topic.
3. Use check_draft for each line. Improve the lines that its observations criticize.
Show each line with the hook that it is based on, that hook's views and id, and the standing from check_draft, with its n. Do not invent figures.`,
  },
  {
    name: 'explain_line',
    title: 'Why does this line work?',
    description: 'Explain an opening line with similar proven hooks',
    arguments: [{ name: 'line', description: 'The opening line', required: true }, platform],
    write: (args) =>
      `Explain why this opening line works, or does not (${withFilters(args)}):
${quoted(args.line)}
1. Use check_draft with the line for its labels, standing and observations.
2. Use similar_hooks with the line for similar proven hooks.
State its archetype and emotional trigger, what it promises, and which of its traits the most viewed hooks share. Give every figure with its n, and note where there are too few hooks for a conclusion. Suggest one better version.`,
  },
  {
    name: 'whats_rising',
    title: 'What is rising in …?',
    description: 'Find which archetypes and triggers are heating up in a niche, with hooks to learn from',
    arguments: [{ ...niche, required: true }, platform],
    write: (args) =>
      `Find what is rising in ${withFilters(args)}.
1. Use get_trends with these filters, by archetype and then by emotional_trigger, window 30d. If your plan lacks get_trends, say so and use search_hooks sorted by -added_at instead.
2. For the two values with the verdict heating and the largest n, use search_hooks with these filters and sort -added_at.
Report which values are heating and cooling, with change and n, and show two recent hooks of each with id and views. Do not report a value with the verdict insufficient_data as rising.`,
  },
];

export function listPrompts() {
  return prompts.map(({ write, arguments: args, ...prompt }) => ({
    ...prompt,
    arguments: args.map(({ values, ...argument }) => argument),
  }));
}

/** Returns the prompt, or an error message. */
export function getPrompt(name: string, args: Record<string, string>) {
  const prompt = prompts.find((one) => one.name === name);
  const missing = prompt?.arguments.find((argument) => argument.required && !args[argument.name]);
  if (!prompt) return `Unknown prompt ${name.slice(0, 60)}. prompts/list lists the prompts.`;
  if (missing) return `The prompt ${name} requires the argument ${missing.name}.`;
  const unknown = prompt.arguments.find(({ name, values }) => args[name] && values && !values().includes(args[name]));
  if (unknown) return `The argument ${unknown.name} must be one of ${unknown.values?.().join(', ')}.`;
  const content = { type: 'text' as const, text: prompt.write(args) };
  return { description: prompt.description, messages: [{ role: 'user' as const, content }] };
}

/** Returns values of the argument that begin with the typed text. */
export function completePrompt(name: string, { name: argument, value }: { name: string; value: string }): string[] {
  const found = prompts.find((one) => one.name === name)?.arguments.find((one) => one.name === argument);
  return (found?.values?.() ?? []).filter((one) => one.toLowerCase().startsWith(value.toLowerCase())).slice(0, 100);
}
