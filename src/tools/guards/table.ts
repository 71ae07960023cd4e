/**
 * The guards of the gateway and of the dashboard's requests to it, in the order in which a request reaches them.
 *
 * In the source, a comment `guard: <id>` marks the statement, expression or property right after it. Tests with this id as a tag fail
 * without the guard; `node src/tools/guards.ts` removes each guard in turn and checks that they do. The file is longer than 300 lines
 * because it is one table.
 */
export interface Guard {
  says: string
  /** Replaces the guard when it is removed (default: nothing). It may use only names of the same file. */
  without?: string
}

export const guards: Readonly<Record<string, Guard>> = {
  'refused-read-is-not-repeated': { says: 'A refused read is not retried automatically.' },
  'focus-sends-no-read': { says: 'Switching back to the window sends no read.' },
  'moments-by-true-clock': {
    says: 'Times from the server are measured by the gateway’s clock, even if the browser’s clock is wrong.',
    without: '0',
  },
  'reads-by-own-clock': {
    says: 'The time of a read is measured by the browser’s own clock, from the age of the answer.',
    without: "Date.parse(response.headers.get('date') ?? '') - age * 1000",
  },
  'offline-sends-nothing': {
    says: 'While offline, a change is refused immediately instead of being sent later.',
    without: 'while (!navigator.onLine) await new Promise(setTimeout)',
  },
  'recorded-decision-is-told': {
    says: 'A recorded decision is not reported as unsent because it cannot be read back.',
  },
  'undo-is-recorded-before-it-is-told': {
    says: 'An undo is confirmed only after it is recorded. Otherwise another gateway, or this one after a restart, could still send the decision.',
  },
  'undone-stays-undone': {
    says: 'An undone decision is not sent, even if the undo could not be recorded.',
    without: 'begin()',
  },
  'full-log-stops-nothing': { says: 'A log that cannot be written stops nothing else.', without: 'throw error' },
  'sign-out-ends-the-session': {
    says: 'A confirmed sign-out has ended the session.',
    without: 'internalAdapter.deleteSession(token)',
  },
  'unverified-session-is-not-ended': { says: 'A session that cannot be verified is neither accepted nor ended.' },
  'silent-database-is-given-up': {
    says: 'Waiting for a database that stops responding ends at a time limit.',
    without: '() => {}',
  },
  'silent-start-is-given-up': {
    says: 'A connection that stops responding while it asks for the schema is closed at a time limit.',
    without: '() => {}',
  },
  'ages-by-steady-clock': {
    says: 'The age of a read does not change when the clock is set.',
    without: 'clock.now() - snapshot.readAt',
  },
  'kept-value-follows-its-sources': {
    says: 'A cached answer is rebuilt when a table or in-memory value that it depends on has changed.',
  },
  'claim-lapses-by-time': { says: 'An expired claim leaves the queue even if nothing else has changed.' },
  'claims-by-steady-clock': {
    says: 'The expiry of a claim does not change when the clock is set.',
    without: 'clock.now()',
  },
  'backup-replaces-nothing': { says: 'A backup never overwrites an existing file.' },
  'broken-off-backup-has-no-name': {
    says: 'A backup gets its name only when it is complete.',
    without: 'to',
  },
  'stop-breaks-off-a-backup': {
    says: 'Stopping a gateway aborts a running backup and leaves no partial file.',
    without: 'undefined',
  },
  'one-backup-at-a-time': { says: 'Only one backup runs at a time.' },
  'postgres-has-its-own-backups': { says: 'With PostgreSQL, no empty backup is made.' },
  'only-known-commands': { says: 'An unknown command is refused with the list of known commands.', without: '' },
  'damaged-backup-is-not-restored': { says: 'A damaged backup is not restored.' },
  'only-whole-backups-are-restored': { says: 'An incomplete backup is not restored.' },
  'restore-replaces-nothing': { says: 'A restore does not replace an existing database unless asked to.' },
  'broken-off-restore-does-not-start': { says: 'An interrupted restore leaves nothing that can start.' },
  'moved-rows-are-compared': { says: 'A move succeeds only after the rows of both databases were compared.' },
  'moved-history-only-grows': { says: 'After a move, the history stays append-only.' },
  'moved-numbers-go-on': { says: 'After a move, new rows get new numbers.' },
  'move-needs-an-empty-schema': { says: 'A database is not moved into a schema that is in use.' },
  'moved-database-is-not-used': { says: 'A database that was moved elsewhere is not used again.' },
  'dump-is-no-first-home': { says: 'A PostgreSQL database that was loaded from a dump is treated as restored.' },
  'restored-decision-goes-back': { says: 'After a restore, held decisions go back to their reviewers.' },
  'restored-batch-waits': { says: 'After a restore, prepared batches wait until a person starts them.' },
  'restored-closing-starts-nothing': {
    says: 'After a restore, people who were not called before calling hours ended are not called until a person starts it.',
    without: "'gateway'",
  },
  'restored-sessions-are-ended': { says: 'A restore ends the sessions and links in the backup.' },
  'lost-database-is-no-first-start': {
    says: 'A missing database is not treated as a first start if there was one before.',
  },
  'log-is-bounded': { says: 'A full log is rotated, and at most two files are kept.' },
  'missing-file-is-not-the-page': { says: 'A request for a missing build file is not answered with the page.' },
  'answers-are-not-framed': { says: 'An answer of the API cannot be framed and runs no script.' },
  'page-is-not-framed': { says: 'The page cannot be framed by another site.' },
  'only-own-scripts': {
    says: 'The page runs no inline scripts except those of the build.',
    without: `"script-src 'self' 'unsafe-inline'"`,
  },
  'other-machines-need-https': { says: 'Other machines are served only behind an https address.' },
  'ended-gateway-records-nothing': {
    says: 'A gateway that another gateway has ended records no commands, and so sends none.',
    without: 'false',
  },
  'new-tables-are-announced': {
    says: 'Every gateway is notified of changes to tables that were created after the database was opened.',
  },
  'gateways-start-one-at-a-time': {
    says: 'Gateways that start at the same time on an empty database create its tables one after the other.',
  },
  'one-process-per-database': { says: 'Only one process at a time opens an embedded database.' },
  'public-address-requires-sign-in': {
    says: 'Behind a public address, a simulation also requires sign-in.',
    without: 'true',
  },
  'wrong-host-is-refused': { says: 'A request for another host name is refused.' },
  'other-site-is-refused': { says: 'A change from another site is refused.' },
  'request-size': { says: 'A request that is larger than its endpoint needs is refused.', without: '1024 ** 3' },
  'session-is-required': {
    says: 'An endpoint that is not public requires a session.',
    without: "roles === 'public' || !c.get('operator')",
  },
  'idle-session-ends': { says: 'A session ends after half a day without activity.' },
  'disabled-operator-has-no-session': { says: 'Disabling an operator ends their sessions.' },
  'ended-session-is-forgotten': {
    says: 'A session that was ended at another gateway is refused immediately.',
    without: 'true',
  },
  'ending-all-keeps-this-session': { says: 'Ending all other sessions keeps the current one.' },
  'only-own-sessions-end': { says: 'Operators cannot end other people’s sessions.' },
  'last-administrator-stays': { says: 'The last administrator keeps their role and access.' },
  'operators-change-one-by-one': { says: 'Changes to operators run one at a time.', without: 'changed(store)' },
  'role-is-required': { says: 'An endpoint is open only to its roles.' },
  'cookie-over-https-only': {
    says: 'Behind an https address, the session cookie is sent over https only.',
    without: 'false',
  },
  'session-token-is-hashed': {
    says: 'The database stores only the hash of a session’s token.',
    without: '(token: string): string => token',
  },
  'polling-keeps-no-session': {
    says: 'Requests that an open page sends automatically do not extend a session.',
    without: 'true',
  },
  'https-stays-https': { says: 'Behind an https address, browsers are told to use https only.', without: '{}' },
  'old-session-ends': { says: 'A session ends after a week, regardless of activity.', without: 'false' },
  'this-session-ends-by-signing-out': { says: 'The current session cannot be ended from the list of sessions.' },
  'demo-operators-need-a-simulation': {
    says: 'Where sign-in is required, demo operators cannot be used.',
    without: 'false',
  },
  'first-administrator-is-one': {
    says: 'Each start of a gateway makes a link for the first administrator. Using one of these links ends the others.',
  },
  'gateways-name-one-date': {
    says: 'Gateways that share a read report the same time for it, to the millisecond.',
    without: 'momentOf(clock, at)',
  },
  'batches-have-one-date': {
    says: 'Gateways that share a database report the same time for the last read of a batch’s progress.',
    without: 'true',
  },
  'link-works-once': { says: 'A one-time link creates one operator.', without: `'["admin"]'` },
  'sign-in-ends-where-it-began': {
    says: 'A sign-in with the provider finishes only in the browser that started it.',
    without: 'false',
  },
  'provider-verified-the-email': {
    says: 'An email address counts only if the provider has verified it.',
    without: 'false',
  },
  'own-changes-are-recorded': { says: 'A change within Switchboard is not made if it cannot be recorded.' },
  'own-key-stays': { says: 'The key that Switchboard itself uses cannot be revoked.' },
  'metrics-need-the-token': {
    says: 'If a metrics token is configured, metrics require it.',
    without: 'true',
  },
  'not-ready-is-said': { says: 'A gateway that cannot work reports that it is not ready.' },
  'only-never-placed-calls-continue': {
    says: 'People who were called before a cancel are not counted as never called.',
    without: 'true',
  },
  'export-is-its-operators': {
    says: 'Operators cannot see other people’s exports.',
    without: "'is not'",
  },
  'event-is-signed': { says: 'An event without a valid signature is refused before it is parsed.' },
  'event-has-its-workspace': {
    says: 'If there are several workspaces, an event applies to the one that its address names.',
    without: 'workspaces[0]?.id ?? null',
  },
  'two-paths-have-their-own-handler': {
    says: 'Paths with their own handler are not passed on to the service.',
    without: 'true',
  },
  'inviting-an-administrator-is-confirmed': {
    says: 'Inviting an administrator requires the operator to confirm their identity.',
  },
  'enabling-an-administrator-is-confirmed': {
    says: 'Enabling an administrator again requires the operator to confirm their identity.',
    without: "!before.roles.includes('admin')",
  },
  'confirmation-checks-the-password': { says: 'A confirmation requires the operator’s own password.' },
  'confirmation-cannot-be-guessed': { says: 'After a few wrong passwords, confirmations are refused for a while.' },
  'confirmation-checks-the-provider': {
    says: 'Without a password, a confirmation requires a fresh sign-in with the provider.',
  },
  'confirmation-is-ones-own': { says: 'A sign-in with the provider confirms only the person who signed in.' },
  'failed-sign-ins-fill-no-disk': { says: 'Repeated failed sign-ins add few rows to the audit.', without: 'true' },
  'own-changes-are-for-administrators': {
    says: 'Only administrators see changes within Switchboard.',
    without: 'every',
  },
  'few-passwords-at-once': { says: 'The number of unknown browsers that wait for a password check is limited.' },
  'failed-sign-ins-of-an-account': { says: 'After five failed sign-ins, an account has to wait.', without: '5_000' },
  'failed-sign-ins-of-a-place': { says: 'After twenty failed sign-ins, a network address has to wait.' },
  'network-is-one-place': { says: 'All addresses of a /64 network count as one.', without: '8' },
  'sign-in-counts-are-bounded': {
    says: 'Counting failed sign-ins uses a limited amount of memory.',
    without: '100_000',
  },
  'failures-elsewhere-lock-nobody-out': {
    says: 'Failed sign-ins from another address do not lock out the owner of an account.',
  },
  'known-browser-has-its-accounts': {
    says: 'A known browser is trusted only for the accounts that signed in there.',
    without: 'proofs.length > 0',
  },
  'signing-in-takes-little': { says: 'Without a session, only a small request body is read.' },
  'broken-off-request-is-no-fault': {
    says: 'A request that the client aborts is not logged as an error of the gateway.',
    without: 'error',
  },
  'masked-piece-is-no-word': {
    says: 'Ten characters of the key are masked in an answer, but an English word is not.',
    without: '6',
  },
  'email-length-first': { says: 'The length of an email address is checked before its format.' },
  'link-before-email': { says: 'A link is checked before the answer reveals anything about an email address.' },
  'failed-sign-in-counts': { says: 'A sign-in attempt counts as failed until it is known to have succeeded.' },
  'unknown-account-takes-as-long': {
    says: 'A sign-in to an account that does not exist takes as much work as one to an existing account.',
    without: 'false',
  },
  'ids-in-paths': { says: 'A value that is not an ID is not put into a path.' },
  'unknown-fields-are-refused': {
    says: 'A field that is not in the contract is refused.',
    without: 'return value',
  },
  'only-configured-workspaces': { says: 'Only configured workspaces are used.', without: 'true' },
  'only-what-the-service-offers': {
    says: 'Optional endpoints that the service does not have are not requested.',
  },
  'answer-is-about-its-question': { says: 'An answer about a different record is not shown.' },
  'read-has-its-workspace': { says: 'A read of one workspace is never served in another.' },
  'refused-key-is-left-alone': { says: 'A service that refuses the key is tried once a minute.' },
  'failing-service-is-left-alone': { says: 'A service that answers most reads with errors counts as down.' },
  'lost-command-pauses-no-read': {
    says: 'Commands without an answer do not make the service count as down.',
    without: 'false',
  },
  'no-number-is-kept': {
    says: 'A read with a search text is not persisted, since the text may be a phone number.',
    without: 'false',
  },
  'everybody-has-a-share-of-reads': { says: 'One person cannot use up the reads of other people.', without: 'at' },
  'watching-is-bounded': { says: 'The number of things that one person can watch is limited.', without: 'true' },
  'gateways-share-one-read': {
    says: 'While one gateway reads something, no other gateway requests it.',
    without: 'null',
  },
  'silent-gateway-holds-no-read': {
    says: 'A gateway that stops responding during a read does not block other gateways.',
    without: '[]',
  },
  'own-changes-are-awaited': {
    says: 'Operators see their own change even at a gateway that has not received it yet.',
    without: 'false',
  },
  'woken-gateway-looks-up': {
    says: 'A gateway that was not notified of a newer answer checks for one before it shows an overdue one.',
    without: 'false',
  },
  'focus-is-tried-again': {
    says: 'A call in focus that got no request slot is read a second later, not at its next turn.',
    without: 'false',
  },
  'focus-has-free-slots': {
    says: 'A call in focus stays fresh when operators suddenly read much.',
    without: 'false',
  },
  'overdue-focus-waits': {
    says: 'Opening a live call that has not been read for a long time waits up to a second for the read in progress.',
    without: 'true',
  },
  'overdue-focus-is-read-here': {
    says: 'The gateway that shows a call in focus reads it if the polling gateway does not.',
    without: 'false',
  },
  'one-gateway-tries': { says: 'Only one gateway probes a service that is down.', without: 'true' },
  'one-read-for-everybody': { says: 'Identical reads at the same time share one request.' },
  'command-has-a-key': { says: 'A command without an idempotency key is not sent.', without: 'key ??= randomUUID()' },
  'stopping-batches-has-a-key': { says: 'Stopping several batches requires an idempotency key.' },
  'repeat-joins-what-runs': { says: 'A command that is repeated while it runs is sent once.' },
  'repeat-has-the-first-answer': {
    says: 'A command that is repeated later gets the first answer.',
    without: 'if (before) effect.key = randomUUID()',
  },
  'key-has-one-body': { says: 'An idempotency key cannot be reused for a different request.' },
  'one-effect-on-a-target': {
    says: 'While a command on a target is unfinished, other commands on that target are refused.',
  },
  'stopped-changes-are-refused': {
    says: 'After an administrator has stopped all changes, a command is sent only if it ends calls.',
  },
  'recorded-before-it-is-sent': { says: 'A command that cannot be recorded is not sent.' },
  'cancel-goes-in-any-case': { says: 'A cancel is sent even if it cannot be recorded.', without: 'true' },
  'start-time-is-ahead': { says: 'A start time in the past is refused.' },
  'called-people-are-named': { says: 'A start with people who are already being called is refused.' },
  'call-backs-stay-inside-hours': {
    says: 'Call-backs that would fall after the calling hours are not requested.',
    without: 'return { smartCallbackConfig }',
  },
  'batch-has-hours-of-its-own': {
    says: 'The calling hours of a batch replace those of its workspace.',
    without: 'const hours = rules',
  },
  'nobody-is-called-outside-hours': {
    says: 'A start that would call people outside the calling hours is refused unless a reason is given.',
  },
  'called-people-are-named-in-the-record': {
    says: 'The check for people who are already being called runs again while the start is recorded.',
  },
  'opted-out-number-is-not-called': {
    says: 'A number is not called from any row if one of its rows says “do not call”.',
  },
  'opted-out-column-is-not-sent': {
    says: 'A column that marks who must not be called is not sent to the agent by default.',
  },
  'nobody-on-the-do-not-call-list': { says: 'A start with a number on the do-not-call list is refused.' },
  'number-on-the-do-not-call-list': { says: 'A single call to a number on the do-not-call list is refused.' },
  'no-draft-to-the-do-not-call-list': { says: 'No message is drafted to a number on the do-not-call list.' },
  'draft-to-number-or-address': { says: 'A message is drafted only to a phone number or an email address.' },
  'only-numbers-are-listed': { says: 'Only a complete phone number can be added to the do-not-call list.' },
  'only-own-additions-are-taken-back': {
    says: 'Operators can undo only their own additions to the do-not-call list.',
  },
  'end-date-is-ahead': { says: 'An entry of the do-not-call list cannot end in the past.' },
  'export-is-of-this-gateway': { says: 'Entries that another Switchboard exported are not imported.' },
  'contact-limits-hold': {
    says: 'A start that exceeds the contact limits is refused unless a reason is given.',
  },
  'large-file-stalls-nobody': {
    says: 'Reading a large file does not block other requests.',
    without: 'false',
  },
  'rows-can-be-called': { says: 'A file with a row that cannot be called is refused.' },
  'opted-out-rows-are-named': {
    says: 'A start with rows that say “do not call” is refused unless the operator was shown how many there are.',
  },
  'number-is-not-called-again': { says: 'A number that was just called is not called again.' },
  'test-calls-one-number': { says: 'A test of a row calls one number.' },
  'test-is-no-contact': {
    says: 'A test of a row does not count as a call to that person.',
    without: "await contacts.add(store, effectId, 'batch', hashes.slice(0, now))",
  },
  'test-goes-to-oneself': { says: 'A test of a row is allowed at any hour, even if its number was just called.' },
  'breaker-can-be-off': {
    says: 'The breaker does not cancel a batch that was started without it.',
    without: 'true',
  },
  'breaker-stops-once': { says: 'The breaker cancels a batch once.' },
  'breaker-leaves-ended-batches': { says: 'The breaker reads nothing for a batch that has nobody left to call.' },
  'breaker-reads-seldom': {
    says: 'The breaker reads the reasons for failed calls rarely, and only when they could stop the batch.',
  },
  'prepared-batch-starts-once': { says: 'A prepared batch starts once.' },
  'started-part-is-not-discarded': { says: 'A prepared batch that is starting cannot be discarded.' },
  'parts-start-in-their-order': { says: 'The parts of a list start in order.' },
  'part-waits-for-the-one-before': { says: 'A part cannot be started while the previous part is still calling.' },
  'parts-stop-after-a-cancel': { says: 'After a cancel, the next part does not start automatically.' },
  'others-stop-after-a-cancel': {
    says: 'After a cancel, Switchboard does not automatically call people who wait for their calling hours.',
  },
  'others-wait-for-the-word-too': {
    says: 'After the first ten calls, nobody is called without confirmation, including people who wait for their calling hours.',
  },
  'batch-is-closed-once': {
    says: 'After a cancel without an answer, Switchboard reads the batch before it cancels it again.',
    without: 'null',
  },
  'never-called-are-prepared-once': { says: 'People who are left when calling hours end are prepared once.' },
  'closing-leaves-ended-batches': {
    says: 'When calling hours end, Switchboard does not touch a batch that has ended or that an operator has cancelled.',
  },
  'stopped-parts-wait': { says: 'While changes are stopped, no part is tried.' },
  'parts-wait-no-longer-than-the-first': {
    says: 'If nobody decided about a part in time, the parts after it do not start either.',
  },
  'starts-by-itself-for-who-may-start': {
    says: 'Switchboard does not start batches automatically for someone who may no longer start batches.',
  },
  'late-starts-wait': { says: 'Switchboard does not automatically start a batch that was due a week ago.' },
  'cancel-by-hand-ends-a-batch': {
    says: 'The rest of a batch that an operator has cancelled does not start automatically.',
  },
  'many-people-need-a-second-person': { says: 'A start with more people than the rule allows needs a second person.' },
  'prepared-batch-needs-a-second-person': {
    says: 'The remaining people of a batch that was not approved also need a second person.',
  },
  'approval-covers-what-was-seen': {
    says: 'Rules that apply after approval was requested cannot be overruled without a second person.',
  },
  'second-person-needs-two': { says: 'A second person cannot be required if nobody else could approve.' },
  'nobody-approves-their-own': { says: 'Operators cannot approve their own starts.' },
  'approval-is-of-one-fingerprint': { says: 'An approval applies only to the people that the approver saw.' },
  'approval-starts-once': { says: 'An approved start starts once.' },
  'decision-has-its-words': { says: 'An edit requires a text, and no other decision accepts one.' },
  'colleague-was-first': { says: 'A message that a colleague has decided cannot be decided again.' },
  'text-is-the-one-seen': { says: 'A text that has changed since it was read is not sent.' },
  'customer-has-not-written': { says: 'After a new message from the customer, nothing is sent.' },
  'decision-is-its-reviewers': { says: 'Only its reviewer or an administrator can undo a decision.' },
  'read-again-before-sending': { says: 'A decision is checked against a fresh read before it is sent.' },
  'undone-is-not-sent': { says: 'An undone decision is not sent.' },
  'draft-is-claimed-once': { says: 'Only one reviewer at a time can claim a draft.', without: "'>='" },
  'budget-has-room': { says: 'A request is sent only if the budget has room for it.', without: 'true' },
  'nothing-leaves-without-room': { says: 'A request for which the budget had no room is not sent.' },
  'place-is-claimed': {
    says: 'A request that does not fit into the shared budget is not sent, whatever this gateway has counted.',
    without: 'true',
  },
  'place-is-free-for-all-gateways': {
    says: 'A gateway does not take a place in the budget that another gateway has taken.',
    without: 'sql`true`',
  },
  'kept-place-is-free': {
    says: 'A gateway without a database connection sends no more cancels than it has reserved places for.',
    without: 'true',
  },
  'away-database-is-not-asked': {
    says: 'While the database is unavailable, statements and transactions fail immediately.',
    without: 'false',
  },
  'back-database-opens-all-lanes': {
    says: 'A command right after the database returns is not refused because of the outage.',
    without: 'isUnavailable = false',
  },
  'silent-gateway-sends-nothing': {
    says: 'A gateway that was suspended between recording a request and sending it does not send it.',
    without: 'false',
  },
  'pause-the-service-asks-for': {
    says: 'After a 429 or a Retry-After, nothing is sent until the service accepts requests again.',
  },
  'waiting-cancel-holds-up-no-stop': { says: 'A waiting cancel does not keep Switchboard from stopping.' },
  'command-has-its-own-connection': {
    says: 'A command is sent on a connection that has not been used before.',
    without: 'read(outgoing)',
  },
  'command-connects-in-time': { says: 'A command stops trying to connect at its deadline.', without: '{}' },
  'read-connects-in-time': { says: 'A read stops trying to connect at its deadline.' },
  'exchange-has-a-deadline': { says: 'A request to the service is aborted at its deadline.' },
  'answer-has-a-size': { says: 'An answer that is too large is cut off.' },
  'key-is-masked': {
    says: 'The key is masked wherever the service repeats it.',
    without: 'await readBody(response.body, limits.bytes)',
  },
  'timeout-is-not-refused': {
    says: 'A command that the service answers with 408 or 409 is unknown, not refused.',
    without: '[]',
  },
  'done-shows-its-effect': { says: 'A 2xx that does not show what was requested is unknown.', without: 'true' },
  'same-key-at-two-gateways-is-one': {
    says: 'A command that reaches two gateways at the same time is sent once, and both return its answer.',
  },
  'repeat-waits-for-another-gateway': {
    says: 'A command that is repeated while another gateway sends it waits until it is finished.',
    without: 'const before = first',
  },
  'stop-holds-at-every-gateway': {
    says: 'A stop of all changes takes effect at every gateway immediately.',
  },
  'stopping-gateway-begins-nothing': { says: 'A gateway that is stopping starts no commands.' },
  'held-is-sent-by-its-owner': {
    says: 'A gateway does not send a held decision that it has handed over.',
    without: 'undefined',
  },
  'edit-of-an-ended-gateway-is-not-approved': {
    says: 'If another gateway takes over during an edit, the approval is not sent.',
  },
  'command-goes-under-its-own-number': {
    says: 'A command that was recorded before another gateway took over is not sent afterwards.',
    without: 'cluster.number',
  },
  'late-decision-goes-back': {
    says: 'A held decision that could not be sent within a minute of its time goes back to its reviewer.',
  },
  'late-answer-settles': {
    says: 'An answer that arrives after another gateway took over resolves the command.',
  },
  'one-gateway-reads-for-unknown-effects': {
    says: 'Only one of several gateways rechecks unknown outcomes.',
    without: "if (!isRecent) await readAgain(entry, 'reads')",
  },
  'cut-off-command-is-unknown': { says: 'A command that a crash interrupted is unknown.', without: 'true' },
  'settling-needs-the-role': { says: 'Resolving an unknown outcome requires a role that may use its endpoint.' },
  'only-a-read-that-shows-it-settles': {
    says: 'An unknown outcome is resolved only by a read that shows that the command was done.',
    without: 'true',
  },
  'creation-is-checked-before-another': {
    says: 'While an unknown creation cannot be checked, the same creation is not sent again.',
  },
  'rechecks-leave-half-to-people': { says: 'Rechecks leave half of the budget to people.' },
  'storm-uses-up-no-recheck': {
    says: 'A recheck that found no room in the budget does not count as an attempt.',
    without: 'false',
  },
  'history-only-grows': { says: 'No row of the history is changed or deleted.' },
  'log-has-no-numbers': { says: 'The log contains no phone numbers and no email addresses.' },
}
