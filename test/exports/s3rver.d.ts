// Types of the parts of s3rver that the tests use; the package has none.
declare module 's3rver' {
  import type { RequestListener } from 'node:http';

  export default class S3rver {
    constructor(options: { directory: string; silent: boolean; configureBuckets: { name: string; configs: [] }[] });
    configureBuckets(): Promise<void>;
    callback(): RequestListener;
  }
}
