// Transcription: where the text of a hook comes from, and what was heard in each video.
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
