// What the tests use of s3rver, which brings no types.
declare module 's3rver' {
  import type { RequestListener } from 'node:http';

  export default class S3rver {
    constructor(options: { directory: string; silent: boolean; configureBuckets: { name: string; configs: [] }[] });
    configureBuckets(): Promise<void>;
    callback(): RequestListener;
  }
}
