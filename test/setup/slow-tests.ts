// Reasons why tests of a file take more than three seconds while three lanes share two cores. Tests above that without a reason are
// reported.

/** Keyed by a file, or by the beginning of its path. */
const reasons: Readonly<Record<string, string>> = {
  'src/http/pipeline/page-cache': 'collects the garbage of the lane five times',
  'test/browser/': 'a browser, which three lanes share',
  'test/catalog/changes': 'an import of 1,000 hooks',
  'test/catalog/source-records': '30 imports',
  'test/catalog/takedown': 'uses every feature that may have the text',
  'test/cli/customers/listen': 'a command that asks again after seconds',
  'test/db/disk-full': 'a database and a service on a small disk',
  'test/db/embedded': 'a process, a backup, and services on both',
  'test/db/outage': 'reconnects after seconds, as the service does',
  'test/exports/export-stores': 'an S3 server that is away and comes back',
  'test/http/endpoints': '221 endpoints',
  'test/http/pages': 'every file of the pages in three encodings',
  'test/ingest/collect/': 'a process that is killed, and programs of yt-dlp',
  'test/ingest/': 'runs of sources, one after the other',
  'test/labels/': 'trainings, each in a thread',
  'test/runtime/services': 'two services',
  'test/runtime/starts': 'a first start: initdb, migrations and the sample',
  'test/runtime/threads': 'a process whose threads all start again',
  'test/sdk/sdk-examples': 'every example of the SDK',
  'test/trends/': 'an import for each change of a trend',
  'test/webhooks/webhooks': 'a process that is killed while it exports',
};

export function reasonFor(file: string): string | undefined {
  return Object.entries(reasons).find(([path]) => file.startsWith(path))?.[1];
}
