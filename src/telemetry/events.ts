// Observations: every event that is logged or measured. log.ts and metrics.ts interpret them.

export type Observation =
  /** The start is blocked by `for`. */
  | { kind: 'still_waiting'; for: string }
  | { kind: 'listening'; url: string; hooks: number; version: number; tookMs: number }
  | { kind: 'process_ended'; pid: number; by: string }
  | { kind: 'process_failed'; error: unknown }
  /** Nothing caught the error, outside of a request. `isFatal`: the process ends. */
  | { kind: 'uncaught_error'; isFatal: boolean; error: unknown }
  | { kind: 'request_failed'; requestId: string; method: string; route: string; error: unknown }
  /** A page of the dashboard crashed in a browser. `error` is untrusted text from the browser. */
  | { kind: 'page_failed'; requestId: string; path: string; error: string }
  | { kind: 'catalog_loaded'; version: number; hooks: number; isWhole: boolean; tookMs: number; bytes: number }
  | { kind: 'catalog_load_failed'; error: unknown }
  /** The catalog is read from the database instead. */
  | { kind: 'catalog_file_ignored'; path: string; reason: string }
  /** The file was not written. The next start reads the catalog from the database. */
  | { kind: 'catalog_file_failed'; error: unknown }
  | { kind: 'database_error'; error: unknown }
  /** The email HOOKLINE_OPERATOR_EMAIL belongs to a customer. */
  | { kind: 'owner_not_added'; error: unknown }
  | { kind: 'database_away'; error: unknown }
  | { kind: 'database_back'; awayMs: number }
  | { kind: 'usage_flush_failed'; error: unknown }
  | { kind: 'request_log_failed'; error: unknown }
  | { kind: 'uptime_write_failed'; error: unknown }
  | { kind: 'jobs_error'; error: unknown }
  | { kind: 'jobs_warning'; message: string }
  | { kind: 'export_started'; exportId: string; format: string }
  | { kind: 'export_finished'; exportId: string; format: string; records: number; sizeBytes: number; tookMs: number }
  | { kind: 'export_canceled'; exportId: string }
  | { kind: 'export_failed'; exportId: string; error: unknown }
  /** The export is retried. */
  | { kind: 'export_postponed'; exportId: string; error: unknown }
  /** The export store is unavailable. */
  | { kind: 'export_store_failed'; error: unknown }
  | { kind: 'export_sweep_failed'; error: unknown }
  | {
      kind: 'delivery_attempted';
      webhookId: string;
      isDelivered: boolean;
      statusCode: number | null;
      reason: string | null;
      tookMs: number;
    }
  | { kind: 'sign_in_link_failed'; error: unknown }
  | { kind: 'sign_in_link_mailed'; email: string; link: string | undefined }
  | { kind: 'mail_sent'; subject: string }
  | { kind: 'mail_refused'; error: unknown }
  | { kind: 'webhook_paused'; webhookId: string; by: string }
  | { kind: 'delivery_error'; error: unknown }
  /** The thread is restarted. */
  | { kind: 'delivery_thread_ended'; error: unknown }
  | { kind: 'delivery_thread_restarted' }
  | { kind: 'import_finished'; importId: string; tookMs: number; report: Record<string, number> }
  | { kind: 'import_failed'; importId: string; error: unknown }
  | { kind: 'preview_failed'; error: unknown }
  | { kind: 'labels_trained'; version: number; state: 'active' | 'refused'; lines: number; tookMs: number }
  | { kind: 'labels_training_failed'; error: unknown }
  /** The active model cannot be read, so the included one guesses labels. */
  | { kind: 'labels_model_failed'; version: number; error: unknown }
  /** Texts that were sent to a language model, and hooks that its responses changed and published. */
  | { kind: 'llm_run_finished'; asked: number; answered: number; changed: number; published: number; tokens: number }
  /** The language model is not called until `resumeAt`: the provider refuses or fails, or the budget is used up. */
  | { kind: 'llm_stopped'; by: string; resumeAt: string; error: unknown }
  /** Texts that now have a vector, and texts that the provider of embeddings does not accept. */
  | { kind: 'embeddings_run_finished'; embedded: number; rejected: number }
  /** The provider of embeddings is not called until `resumeAt`. */
  | { kind: 'embeddings_stopped'; by: string; resumeAt: string; error: unknown }
  /** A draft could not be embedded, so its similar lines were found by words alone. */
  | { kind: 'draft_embedding_failed'; by: string; resumeAt: string; error: unknown }
  /** Vectors of the served hooks. */
  | { kind: 'embeddings_loaded'; version: number; vectors: number; waiting: number; bytes: number; tookMs: number }
  | { kind: 'embeddings_failed'; error: unknown }
  /** Views from `platform` in `calls` of its API: `missing` videos were left out; `held` counts wait for the operator. */
  | {
      kind: 'views_refreshed';
      platform: string;
      calls: number;
      checked: number;
      missing: number;
      changed: number;
      held: number;
      /** The units of the API are used up until this time. */
      pausedUntil: string | null;
      tookMs: number;
    }
  | { kind: 'views_refresh_failed'; platform: string; error: unknown }
  | { kind: 'source_run_started'; sourceId: string; name: string; importId: string }
  | {
      kind: 'source_run_finished';
      sourceId: string;
      name: string;
      importId: string;
      outcome: 'imported' | 'unchanged';
      tookMs: number;
    }
  | { kind: 'source_run_failed'; sourceId: string; name: string; importId: string; failures: number; error: unknown };

export type Observe = (observation: Observation) => void;

export function observeWith(...interpreters: Observe[]): Observe {
  return (observation) => {
    for (const interpret of interpreters) interpret(observation);
  };
}
