// HTML of an operation: description, parameters, body, response and errors, next to code examples.
import { escapeHtml } from '../build/html.ts';
import { renderCode, renderInline, renderTabs } from '../build/markdown.ts';
import type { Operation, Parameter } from './document.ts';
import type { ExampleCall } from './examples.ts';
import { type Field, fieldsOf, type Schemas, toField } from './fields.ts';
import type { ExampleResponse } from './responses.ts';
import { samplesOf } from './samples.ts';

/** `filters` are the names of the filters that all lists share. */
export type Context = {
  schemas: Schemas;
  filters: ReadonlySet<string>;
  exampleOf: (operation: Operation) => ExampleCall;
  responseOf: ExampleResponse;
};

export function renderOperation(operation: Operation, { schemas, filters, exampleOf, responseOf }: Context): string {
  const { id, name, description, method, path, parameters, body, success, errors } = operation;
  const isFilter = ({ name: one, in: place }: Parameter) => place === 'query' && filters.has(one);
  const own = parameters.filter((parameter) => !isFilter(parameter));
  const shared = parameters.filter(isFilter);
  const fields = body ? fieldsOf(body, schemas) : [];
  const example = exampleOf(operation);
  const response = responseOf(operation);
  return `<section class="operation" id="${id}" aria-label="${escapeHtml(name)}">
<div class="about">
<h2>${escapeHtml(name)}<a class="anchor" href="#${id}" aria-label="Link to ${escapeHtml(name)}">#</a></h2>
<p class="route"><span class="method ${method.toLowerCase()}">${method}</span> <code>${escapeHtml(path)}</code></p>
<p>${renderInline(description)}</p>
<p class="access">${renderAccess(operation)}</p>
${renderParameters('Parameters', own, schemas)}
${shared.length > 0 ? `<details class="filters"><summary>${shared.length} filters</summary><p>They are the same for every list: <a href="/docs/filtering">Filter and sort</a>.</p>${renderParameters('', shared, schemas)}</details>` : ''}
${fields.length > 0 ? `<h3>Body</h3>${renderFields(fields, filters)}` : ''}
<h3>Response</h3>
<p><span class="status">${success.status}</span> ${success.types.map((type) => `<code>${type}</code>`).join(', ')}</p>
${renderFields(fieldsOf(success.schema, schemas), filters, true)}
<p class="errors">Errors: ${errors.map((code) => `<code>${code}</code>`).join(' ')}. See <a href="/docs/errors">Errors</a>.</p>
</div>
<div class="samples">
${renderTabs(samplesOf(operation, example), `sample-${id}`)}
${operation.authentication === 'operatorKey' ? '' : renderTry(operation, example)}
${response ? `<p class="answer">Example response <span class="status">${success.status}</span></p>${renderCode(response, 'json')}` : ''}
</div>
</section>`;
}

function renderAccess({ authentication, scope, plans }: Operation): string {
  if (authentication === null) return 'No key needed.';
  if (authentication === 'operatorKey') return 'Operator key.';
  const isForAll = plans.includes('free');
  const names = plans.map((plan) => plan[0]?.toUpperCase() + plan.slice(1)).join(', ');
  return `${isForAll ? 'All plans' : `Plans: ${names}`} · scope <code>${scope}</code>`;
}

function renderParameters(title: string, parameters: readonly Parameter[], schemas: Schemas): string {
  if (parameters.length === 0) return '';
  const items = parameters.map((parameter) => {
    const { name, in: place, required = false, description = '', schema } = parameter;
    const field = {
      ...toField(name, { ...schema, description }, { schemas, isRequired: required, depth: 0 }),
      children: [],
    };
    return renderField(field, place === 'query' ? '' : place);
  });
  return `${title && `<h3>${title}</h3>`}<ul class="fields">${items.join('')}</ul>`;
}

/** Filters in bodies and fields of responses below the first level are folded. */
function renderFields(fields: readonly Field[], filters: ReadonlySet<string>, isOpen = false): string {
  if (fields.length === 0) return '';
  const items = fields.map((field) => {
    const isOfFilters = field.children.length > 10 && field.children.every(({ name }) => filters.has(name));
    const note = isOfFilters
      ? '. They are the same for every list: <a href="/docs/filtering">Filter and sort</a>.'
      : '';
    return renderField(isOfFilters ? { ...field, children: [] } : field, '', note, isOpen && field.name === 'data');
  });
  return `<ul class="fields">${items.join('')}</ul>`;
}

function renderField(field: Field, place = '', note = '', isOpen = false): string {
  const { name, type, isRequired, description, notes, children } = field;
  const facts = [type, ...(place ? [place] : []), ...(isRequired && place !== 'path' ? ['required'] : [])];
  const text = [description, ...notes]
    .filter(Boolean)
    .map((part) => renderInline(part))
    .join('. ');
  const inner =
    children.length > 0
      ? `<details${isOpen ? ' open' : ''}><summary>${children.length} fields</summary><ul class="fields">${children.map((child) => renderField(child)).join('')}</ul></details>`
      : '';
  return `<li><code>${escapeHtml(name)}</code> <span class="type">${escapeHtml(facts.join(' · '))}</span>${text || note ? `<p>${text}${note}</p>` : ''}${inner}</li>`;
}

/** Data attributes contain the request; client/try-it.ts creates the form. */
function renderTry(operation: Operation, example: ExampleCall): string {
  const { method, path, parameters, authentication, id } = operation;
  const inputs = parameters.map(({ name, in: place, required = false, schema }) => ({
    name,
    place,
    required,
    value: place === 'path' ? (example.params?.[name] ?? '') : place === 'query' ? (example.query?.[name] ?? '') : '',
    options: schema.enum ?? [],
  }));
  const call = { method, path, needsKey: authentication === 'key', inputs, body: example.body };
  return `<button type="button" class="button try" data-call="${escapeHtml(JSON.stringify(call))}" aria-controls="try-${id}" aria-expanded="false">Try it</button><div id="try-${id}" hidden></div>`;
}
