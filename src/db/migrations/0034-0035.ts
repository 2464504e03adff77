// Transcripts of videos, and vectors of texts.

/** Transcription: where the text of a hook comes from, and what was heard in each video. */
export const transcription = `
alter table hooks add column text_method text;

create table transcripts (
  video text not null,
  model text not null,
  line text,
  text_key text,
  confidence double precision,
  language text,
  asked_at timestamptz not null default now(),
  primary key (video, model)
);
create index transcripts_text_key on transcripts (text_key) where text_key is not null;
`;

/** Embeddings: the vector of each text, by model, so that no text is paid for twice. */
export const embeddings = `
create table embeddings (
  model text not null,
  text_group text not null,
  seq bigint not null generated always as identity,
  vector bytea,
  fault text,
  created_at timestamptz not null default now(),
  primary key (model, text_group)
);
create index embeddings_seq on embeddings (seq);
create index embeddings_text_group on embeddings (text_group);
create index hooks_text_group on hooks (text_group) where state = 'published';
insert into signals values ('hookline_embeddings', 0) on conflict do nothing;
`;
