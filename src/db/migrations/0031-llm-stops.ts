// Why a language model is not asked at present.

export const llmStops = `
create table llm_stops (
  model text primary key,
  kind text not null,
  reason text not null,
  since timestamptz not null default now(),
  resume_at timestamptz not null
);
`;
