// Where each label of a hook comes from, decisions of curators about guesses, models, and answers of a language model.

const labels = ['archetype', 'emotional_trigger', 'niche', 'format'];
/** Bits of hooks.given_mask. */
const bits: Readonly<Record<string, number>> = { archetype: 2, emotional_trigger: 4, niche: 8, format: 16 };

type Row = { value: string; method: string; confidence: string };

/** Where a label comes from, of what a row says of all of its labels. The labels that the source gave are certain. */
function originOf(label: string, { value, method, confidence }: Row) {
  const isGiven = `${method} = 'rules' and given_mask & ${bits[label]} > 0`;
  const origin = (given: string, all: string) =>
    `case when ${value} is null then null when ${isGiven} then ${given} else ${all} end`;
  return { method: origin(`'given'`, method), confidence: origin('1', confidence) };
}

const ofHook = (label: string) =>
  originOf(label, { value: label, method: 'label_method', confidence: 'label_confidence' });

/** Of the row before an edit, which has only what the edit changed. */
const ofFormer = (label: string) =>
  originOf(label, {
    value: `case when before ? '${label}' then before ->> '${label}' else ${label} end`,
    method: `before ->> 'label_method'`,
    confidence: `(before ->> 'label_confidence')::float8`,
  });

export const labelOrigins = `
alter table hooks ${labels.map((label) => `add ${label}_method text, add ${label}_confidence double precision`).join(', ')},
  add source_family text;

update edit_changes set before = before || (select jsonb_build_object(${labels
  .map((label) => {
    const { method, confidence } = ofFormer(label);
    return `'${label}_method', ${method}, '${label}_confidence', ${confidence}`;
  })
  .join(', ')}) from hooks where id = hook_id)
where before ? 'label_method';

update hooks set ${labels
  .map((label) => {
    const { method, confidence } = ofHook(label);
    return `${label}_method = ${method}, ${label}_confidence = ${confidence}`;
  })
  .join(', ')};

create table label_decisions (
  id bigint generated always as identity primary key,
  hook_id bigint not null references hooks,
  edit_id text not null,
  label text not null,
  guessed text not null,
  method text not null,
  confidence double precision not null,
  decided text not null,
  source text not null,
  source_family text,
  created_at timestamptz not null default now()
);
create index label_decisions_edit on label_decisions (edit_id);
create index label_decisions_hook on label_decisions (hook_id);

create table label_models (
  version int generated always as identity primary key,
  state text not null check (state in ('active', 'former', 'refused')),
  bytes bytea,
  scores jsonb not null,
  lines int not null,
  last_decision bigint not null,
  teaching bigint[] not null default '{}',
  created_at timestamptz not null default now()
);
create unique index label_models_active on label_models (state) where state = 'active';

create table llm_answers (
  text_key text not null,
  model text not null,
  labels jsonb,
  fault text,
  created_at timestamptz not null default now(),
  primary key (text_key, model)
);
create table llm_usage (
  month date not null,
  model text not null,
  calls int not null default 0,
  faults int not null default 0,
  input_tokens bigint not null default 0,
  output_tokens bigint not null default 0,
  primary key (month, model)
);
insert into signals values ('hookline_labels', 0) on conflict do nothing;
`;
