// Markdown of an operation, for agents.
import type { Operation } from './document.ts';
import { type Field, fieldsOf, toField } from './fields.ts';
import type { Context } from './operation-html.ts';
import { samplesOf } from './samples.ts';

export function writeOperation(operation: Operation, { schemas, filters, exampleOf, responseOf }: Context): string {
  const { name, description, method, path, parameters, body, success, errors, authentication, plans } = operation;
  const own = parameters.filter((parameter) => !(parameter.in === 'query' && filters.has(parameter.name)));
  const given = own.map(({ name: one, in: place, required = false, schema, description: text = '' }) => {
    const field = toField(one, { ...schema, description: text }, { schemas, isRequired: required, depth: 0 });
    return writeField(
      { ...field, type: place === 'query' ? field.type : `${field.type}, in the ${place}`, children: [] },
      filters,
    );
  });
  const hasFilters = own.length < parameters.length;
  const access =
    authentication === null
      ? 'No key needed.'
      : authentication === 'key'
        ? `Plans: ${plans.join(', ')}.`
        : 'Operator key.';
  const [curl] = samplesOf(operation, exampleOf(operation));
  const response = responseOf(operation);
  return [
    `## ${name}`,
    `\`${method} ${path}\``,
    description,
    `${access} Errors: ${errors.join(', ')}.`,
    `\`\`\`sh\n${curl?.text}\n\`\`\``,
    ...(given.length > 0 || hasFilters
      ? ['### Parameters', [...given, ...(hasFilters ? ['- all filters of lists'] : [])].join('\n')]
      : []),
    ...(body
      ? [
          '### Body',
          fieldsOf(body, schemas)
            .map((field) => writeField(field, filters))
            .join('\n'),
        ]
      : []),
    `### Response ${success.status}`,
    ...(response ? [`\`\`\`json\n${response}\n\`\`\``] : []),
    fieldsOf(success.schema, schemas)
      .map((field) => writeField(field, filters))
      .join('\n') || success.types.join(', '),
  ].join('\n\n');
}

function writeField(
  { name, type, isRequired, description, notes, children }: Field,
  filters: ReadonlySet<string>,
  depth = 0,
): string {
  const text = [description, ...notes].filter(Boolean).join('. ');
  const line = `${'  '.repeat(depth)}- \`${name}\` (${type}${isRequired && depth === 0 ? ', required' : ''})${text && `: ${text}`}`;
  const areFilters = children.length > 10 && children.every((child) => filters.has(child.name));
  if (areFilters) return `${line} All filters of lists.`;
  return [line, ...children.map((child) => writeField(child, filters, depth + 1))].join('\n');
}
