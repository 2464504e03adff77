// Icons: 16 px, stroke 1.5, in the text colour. Hidden from screen readers.
const paths = {
  overview: 'M2.5 2.5h4.5v5H2.5zM9 2.5h4.5v3H9zM9 8h4.5v5.5H9zM2.5 10H7v3.5H2.5z',
  bookmark: 'M4 2.5h8v11l-4-3-4 3z',
  bookmarked: 'M4 2.5h8v11l-4-3-4 3z',
  key: 'M10.2 9.3a3.7 3.7 0 1 0-3.5-3.5L2.5 10v3.5H6v-2h1.8v-1.8zM10.6 5.4h.01',
  usage: 'M2.5 13.5h11M4 11V8M7 11V4M10 11V6.5M13 11V2.5',
  hook: 'M10.5 2.5v7.2a3.6 3.6 0 0 1-7.2 0V8.2M10.5 2.5h.01',
  export: 'M8 2.5v7M5 6.8l3 3 3-3M2.5 11.5v2h11v-2',
  webhook:
    'M8 5.2 5.4 9.8M5 12h6M8.3 4.6l2.5 4.5M6.5 4a1.7 1.7 0 1 0 3.3.7M4.6 9.8a1.7 1.7 0 1 0 .6 2.9M11.5 13.4a1.7 1.7 0 1 0-.7-3.3',
  trend: 'M2.5 11.5l3.5-4 2.5 2.5 5-6M9.8 4h3.7v3.7',
  plan: 'M2.5 4h11v8h-11zM2.5 6.8h11M5 9.8h2',
  activity: 'M2.5 8h2.3l1.7-4.5 3 9L11.2 8h2.3',
  book: 'M3 3h3.5A1.5 1.5 0 0 1 8 4.5v9A1.5 1.5 0 0 0 6.5 12H3zM13 3H9.5A1.5 1.5 0 0 0 8 4.5v9A1.5 1.5 0 0 1 9.5 12H13z',
  inbox: 'M2.5 9 4.2 3h7.6l1.7 6v4h-11zM2.5 9h3.2l.8 1.6h3L10.3 9h3.2',
  review: 'M2.5 4h6M2.5 8h4M2.5 12h3M8.5 10.5l2 2 3.5-4.5',
  people:
    'M6 7.5a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6zM2 13.2a4 4 0 0 1 8 0M10.6 3.2a2.2 2.2 0 0 1 0 4.1M11.6 9.5a4 4 0 0 1 2.4 3.7',
  label: 'M3 3h5l5 5-5 5-5-5zM6 6h.01',
  flag: 'M4 14V2.5M4 3h8l-2 3 2 3H4',
  import: 'M8 9.5v-7M5 5.3l3-3 3 3M2.5 11.5v2h11v-2',
  source:
    'M13 4.2c0 1-2.2 1.7-5 1.7S3 5.2 3 4.2s2.2-1.7 5-1.7 5 .7 5 1.7zM3 4.2v7.6c0 1 2.2 1.7 5 1.7s5-.7 5-1.7V4.2M3 8c0 1 2.2 1.7 5 1.7S13 9 13 8',
  send: 'M13.5 2.5 7 9M13.5 2.5l-4 11L7 9 2.5 6.5z',
  audit: 'M4 2.5h6l2.5 2.5v8.5H4zM6.5 7.5h3.5M6.5 10.3h3.5',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.3 10.3l3.2 3.2',
  plus: 'M8 3v10M3 8h10',
  close: 'M4 4l8 8M12 4l-8 8',
  check: 'M3 8.5l3.2 3.2L13 4.8',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  code: 'M5.5 4.5 2 8l3.5 3.5M10.5 4.5 14 8l-3.5 3.5',
  more: 'M3.2 8h.6M7.7 8h.6M12.2 8h.6',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  down: 'M4 6.3l4 4 4-4',
  right: 'M6.3 4l4 4-4 4',
  left: 'M9.7 4l-4 4 4 4',
  updown: 'M5 6.2l3-3 3 3M5 9.8l3 3 3-3',
  warn: 'M8 2.5 14 13.2H2zM8 6.5v3M8 11.5h.01',
  info: 'M8 13.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11zM8 7.3v3.5M8 5.2h.01',
  refresh: 'M13 5.5A5.5 5.5 0 1 0 13.5 8M13.2 2.5v3h-3',
  external: 'M9.5 2.5h4v4M13.3 2.7 8 8M6.5 3.5h-4v10h10v-4',
  mail: 'M2.5 3.5h11v9h-11zM2.8 4l5.2 4.5L13.2 4',
  sun: 'M8 10.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6zM8 1.8v1M8 13.2v1M1.8 8h1M13.2 8h1',
  trash: 'M3 4.5h10M6 4.5v-2h4v2M4.2 4.5l.6 9h6.4l.6-9',
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  play: 'M5 3l7.5 5L5 13z',
  shuffle: 'M2.5 4.5h2l7 7h2M2.5 11.5h2l7-7h2M11.8 2.8l1.7 1.7-1.7 1.7M11.8 9.8l1.7 1.7-1.7 1.7',
  filter: 'M2.5 4h11M4.5 8h7M6.5 12h3',
  lock: 'M4 7.5h8v6H4zM5.5 7.5v-2a2.5 2.5 0 0 1 5 0v2',
  user: 'M8 7.8a2.6 2.6 0 1 0 0-5.3 2.6 2.6 0 0 0 0 5.3zM3 13.5a5 5 0 0 1 10 0',
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name, className = '' }: { name: IconName; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 16 16"
      className={`size-4 shrink-0 ${className}`}
      fill={name === 'bookmarked' ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={paths[name]} />
    </svg>
  );
}
