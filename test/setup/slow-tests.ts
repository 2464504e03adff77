// Tests that take more than three seconds, each with its reason.
/** Why a test may take more than three seconds, by its name. Pages take that long too while three lanes share two cores. */
export const slowTests: Readonly<Record<string, string>> = {
  'a backup after a killed one and under write load starts as a data directory, with everything acknowledged before it':
    'a backup and a service on it',
  'on a full disk imports, exports and writes answer 507, reads and quota go on, and with space everything is completed':
    'a database and a service on a small disk',
  'after kill -9 the next process completes what each collector had begun, and repeats only the request in flight':
    'a process, and the service after it',
  'npm start, as the README has it, serves the starter set, prints what a first call needs, and stops by a signal':
    'a first start: initdb, migrations and the starter set',
  'a model that scores worse is refused, and the active one goes on with the creators and confidences of now':
    'a training',
  'a damaged model is observed, and what ships guesses instead of it until a training; another model is another ETag, and explains a niche by the creator':
    'a training',
  '25 decisions about labels start a training, and 24 do not; every process then guesses with its model': 'a training',
  'an import during which the service is killed fails at the next start, and the command says what to do':
    'a process and a service',
  'a rolling restart replaces every thread and fails no request': 'starts every thread again',
  'a service keeps running, and another starts, on a schema extended by a later version; the worker writes the export that the api accepted':
    'two services',
  'during an outage writes get 503 and a limited key without a lease quota_unavailable; afterwards what was accepted is completed':
    'reconnects after seconds, as the service does',
  'every endpoint answers as its entry says, with nothing that its schema does not have, or with a problem document':
    '221 endpoints',
  'changes of hooks, reports and takedowns are recorded': 'imports and an undo',
  'random imports of three sources show the newest of the most trusted, and retire what nobody holds': '30 imports',
  'a passkey signs in until it is removed, each of its answers once': 'a browser, which creates keys',
  'erasure leaves no personal data in any table, file or email; of the audit log it leaves times, actions and ids':
    'uses every feature of an account first',
  'a delivery thread runs while there are endpoints, and is started again when it is killed': 'starts two threads',
};
