/**
 * The guards of the gateway, and of the dashboard's requests to it, in the order in which a request meets them.
 *
 * A guard is marked in the source: `guard: <id>` in a comment marks the statement, expression or property that begins right after it.
 * The tests that fail without it carry its id as a tag; `node src/tools/guards.ts` takes each guard out and checks that they do. Longer
 * than 300 lines, since it is one table.
 */
export interface Guard {
  says: string
  /** What stands in its place when it is taken out; nothing unless given. It uses only names of the same file. */
  without?: string
}

export const guards: Readonly<Record<string, Guard>> = {
  'refused-read-is-not-repeated': { says: 'A read that was refused is not sent again by itself.' },
  'focus-sends-no-read': { says: 'Coming back to the window sends no read.' },
  'moments-by-true-clock': {
    says: 'Moments that others tell are counted by the gateway’s clock, however wrong the browser’s is.',
    without: '0',
  },
  'reads-by-own-clock': {
    says: 'The moment of a read is counted by the browser’s own clock, from the age of the answer.',
    without: "Date.parse(response.headers.get('date') ?? '') - age * 1000",
  },
  'offline-sends-nothing': {
    says: 'Offline, a change is refused at once instead of being sent later.',
    without: 'while (!navigator.onLine) await new Promise(setTimeout)',
  },
  'recorded-decision-is-told': {
    says: 'A decision that is recorded is not said to be unsent because it cannot be read back.',
  },
  'undo-is-recorded-before-it-is-told': {
    says: 'An undo is told only once it is recorded: another gateway, or the next start, may send what is not.',
  },
  'undone-stays-undone': {
    says: 'What was undone is not sent, even if the undo could not be recorded.',
    without: 'begin()',
  },
  'full-log-stops-nothing': { says: 'A log that cannot be written stops nothing else.', without: 'throw error' },
  'sign-out-ends-the-session': {
    says: 'A sign-out that is answered as done has ended the session.',
    without: 'internalAdapter.deleteSession(token)',
  },
  'unverified-session-is-not-ended': { says: 'A session that nobody can verify is neither believed nor ended.' },
  'silent-database-is-given-up': {
    says: 'A database that falls silent is given up after a while.',
    without: '() => {}',
  },
  'silent-start-is-given-up': {
    says: 'A connection that falls silent while it asks for the schema is given up.',
    without: '() => {}',
  },
  'ages-by-steady-clock': {
    says: 'The age of a read does not change when the clock is set.',
    without: 'clock.now() - snapshot.readAt',
  },
  'kept-value-follows-its-sources': {
    says: 'An answer that is kept is made again when a table or a thing in memory that it was made from has changed.',
  },
  'claim-lapses-by-time': { says: 'A claim that was not renewed is no longer in the queue, though nothing changed.' },
  'claims-by-steady-clock': {
    says: 'A claim of a draft does not change when the clock is set.',
    without: 'clock.now()',
  },
  'backup-replaces-nothing': { says: 'A backup is never written over something that is there.' },
  'broken-off-backup-has-no-name': {
    says: 'A backup has its name only when it is whole.',
    without: 'to',
  },
  'stop-breaks-off-a-backup': {
    says: 'A gateway that is stopped does not wait until a backup is whole, and leaves nothing of it.',
    without: 'undefined',
  },
  'one-backup-at-a-time': { says: 'Two backups are not made at the same time.' },
  'postgres-has-its-own-backups': { says: 'On a PostgreSQL no empty backup is made.' },
  'only-known-commands': { says: 'A command that does not exist says which do.', without: '' },
  'damaged-backup-is-not-restored': { says: 'A backup that is damaged is not put in place.' },
  'only-whole-backups-are-restored': { says: 'A backup that is not whole is not put in place.' },
  'restore-replaces-nothing': { says: 'A restore sets nothing aside that it was not told to.' },
  'broken-off-restore-does-not-start': { says: 'A restore that was broken off leaves nothing that starts.' },
  'moved-rows-are-compared': { says: 'A database counts as moved only when its rows were compared.' },
  'moved-history-only-grows': { says: 'After a move the history only grows, as before.' },
  'moved-numbers-go-on': { says: 'After a move new rows get numbers of their own.' },
  'move-needs-an-empty-schema': { says: 'A database is not moved into one that is in use.' },
  'moved-database-is-not-used': { says: 'A database that was moved elsewhere is not used any more.' },
  'dump-is-no-first-home': { says: 'A PostgreSQL that was loaded from a dump is treated as restored.' },
  'restored-decision-goes-back': { says: 'What was held in a backup goes back to its owner.' },
  'restored-batch-waits': { says: 'Prepared batches of a backup wait for a person.' },
  'restored-closing-starts-nothing': {
    says: 'Whoever is left when calling hours end waits for a person after a restore.',
    without: "'gateway'",
  },
  'restored-sessions-are-ended': { says: 'Sessions and links of a backup are ended.' },
  'lost-database-is-no-first-start': {
    says: 'Where there was a database, its absence is not taken for a first start.',
  },
  'log-is-bounded': { says: 'A full log is set aside, so that two files are the most.' },
  'missing-file-is-not-the-page': { says: 'A missing file of the build is not answered with the page.' },
  'answers-are-not-framed': { says: 'An answer of the API cannot be framed and runs no script.' },
  'page-is-not-framed': { says: 'The page cannot be framed by another site.' },
  'only-own-scripts': {
    says: 'The page runs no inline script but those of the build.',
    without: `"script-src 'self' 'unsafe-inline'"`,
  },
  'other-machines-need-https': { says: 'Other machines are served behind an https address only.' },
  'ended-gateway-records-nothing': {
    says: 'A gateway that another one has ended records no effect, and so sends none.',
    without: 'false',
  },
  'new-tables-are-announced': {
    says: 'What is written to tables that were made after the database was opened is heard of by every gateway.',
  },
  'gateways-start-one-at-a-time': {
    says: 'Gateways that start at the same time on an empty database make its tables one after the other.',
  },
  'one-process-per-database': { says: 'An embedded database is open in one process at a time.' },
  'public-address-requires-sign-in': {
    says: 'Behind a public address a simulation requires sign-in too.',
    without: 'true',
  },
  'wrong-host-is-refused': { says: 'A request for another host name is refused.' },
  'other-site-is-refused': { says: 'A change that comes from another site is refused.' },
  'request-size': { says: 'A request is no larger than it needs to be.', without: '1024 ** 3' },
  'session-is-required': {
    says: 'An endpoint that is not public needs a session.',
    without: "roles === 'public' || !c.get('operator')",
  },
  'idle-session-ends': { says: 'A session ends when nothing was done for half a day.' },
  'disabled-operator-has-no-session': { says: 'The sessions of a disabled operator end.' },
  'ended-session-is-forgotten': { says: 'A session that was ended elsewhere is cut off at once.', without: 'true' },
  'ending-all-keeps-this-session': { says: 'Ending all other sessions keeps the one that asks.' },
  'only-own-sessions-end': { says: 'An operator ends no session of somebody else.' },
  'last-administrator-stays': { says: 'The last administrator keeps role and access.' },
  'operators-change-one-by-one': { says: 'Two changes of operators never overlap.', without: 'changed(store)' },
  'role-is-required': { says: 'An endpoint is open to its roles only.' },
  'cookie-over-https-only': {
    says: 'Behind an https address the session cookie is sent over https only.',
    without: 'false',
  },
  'session-token-is-hashed': {
    says: 'The database keeps the hash of a session’s token only.',
    without: '(token: string): string => token',
  },
  'polling-keeps-no-session': {
    says: 'What an open page sends by itself does not prolong a session.',
    without: 'true',
  },
  'https-stays-https': { says: 'Behind an https address browsers come back over https only.', without: '{}' },
  'old-session-ends': { says: 'A session ends after a week, whatever is done in it.', without: 'false' },
  'this-session-ends-by-signing-out': { says: 'The session that asks cannot be ended from the list of sessions.' },
  'demo-operators-need-a-simulation': {
    says: 'Where sign-in is required, demo operators cannot be used.',
    without: 'false',
  },
  'first-administrator-is-one': {
    says: 'Of the links for the first administrator, one for each start of each gateway, the first that is used ends the others.',
  },
  'gateways-name-one-date': {
    says: 'Gateways that share a reading name the same moment of it, to the millisecond.',
    without: 'momentOf(clock, at)',
  },
  'batches-have-one-date': {
    says: 'Gateways that share a store say of a batch’s progress that it was read at the same moment.',
    without: 'true',
  },
  'link-works-once': { says: 'A one-time link makes one operator.', without: `'["admin"]'` },
  'sign-in-ends-where-it-began': {
    says: 'A sign-in at the provider ends in the browser in which it began.',
    without: 'false',
  },
  'provider-verified-the-email': { says: 'An e-mail counts if the provider has verified it.', without: 'false' },
  'own-changes-are-recorded': { says: 'A change within Switchboard that cannot be recorded is not made.' },
  'own-key-stays': { says: 'The key that Switchboard uses itself cannot be revoked.' },
  'metrics-need-the-token': {
    says: 'Where a token is configured, metrics are given for the token only.',
    without: 'true',
  },
  'not-ready-is-said': { says: 'A gateway that cannot work says that it is not ready.' },
  'only-never-placed-calls-continue': {
    says: 'People who were called before a cancel are not among those never called.',
    without: 'true',
  },
  'export-is-its-operators': {
    says: 'An operator sees no export of somebody else.',
    without: "'is not'",
  },
  'event-is-signed': { says: 'An event without the right signature is refused before it is read.' },
  'event-has-its-workspace': {
    says: 'Where there are several workspaces, an event counts in the one that its address names.',
    without: 'workspaces[0]?.id ?? null',
  },
  'two-paths-have-their-own-handler': {
    says: 'Paths with a handler of their own are not passed on to the service.',
    without: 'true',
  },
  'inviting-an-administrator-is-confirmed': { says: 'Whoever invites an administrator shows who they are.' },
  'enabling-an-administrator-is-confirmed': {
    says: 'Whoever enables an administrator again shows who they are.',
    without: "!before.roles.includes('admin')",
  },
  'confirmation-checks-the-password': { says: 'A confirmation needs the operator’s own password.' },
  'confirmation-cannot-be-guessed': { says: 'After a few wrong passwords a confirmation has to wait.' },
  'confirmation-checks-the-provider': {
    says: 'Without a password, a confirmation needs a fresh sign-in at the provider.',
  },
  'confirmation-is-ones-own': { says: 'A sign-in at the provider confirms nobody but its owner.' },
  'failed-sign-ins-fill-no-disk': { says: 'Repeated failures to sign in add few rows to the audit.', without: 'true' },
  'own-changes-are-for-administrators': {
    says: 'Only administrators see what is changed within Switchboard.',
    without: 'every',
  },
  'few-passwords-at-once': { says: 'Of those who wait for a password check only so many strangers may wait.' },
  'failed-sign-ins-of-an-account': { says: 'After five failures an account waits.', without: '5_000' },
  'failed-sign-ins-of-a-place': { says: 'After twenty failures a place waits.' },
  'network-is-one-place': { says: 'A /64 of addresses is one place.', without: '8' },
  'sign-in-counts-are-bounded': { says: 'Counting failures takes a bounded amount of memory.', without: '100_000' },
  'failures-elsewhere-lock-nobody-out': { says: 'Failures at another place lock nobody out.' },
  'known-browser-has-its-accounts': {
    says: 'A known browser is known for the accounts that signed in there.',
    without: 'proofs.length > 0',
  },
  'signing-in-takes-little': { says: 'Without a session only a small request is read.' },
  'broken-off-request-is-no-fault': {
    says: 'A request that breaks off is not logged as a fault of ours.',
    without: 'error',
  },
  'masked-piece-is-no-word': {
    says: 'Ten characters of the key are masked in an answer, an English word is not.',
    without: '6',
  },
  'email-length-first': { says: 'The length of an e-mail is checked before its form.' },
  'link-before-email': { says: 'A link is checked before anything is said about an e-mail.' },
  'failed-sign-in-counts': { says: 'A try to sign in counts as failed before it is known to succeed.' },
  'unknown-account-takes-as-long': {
    says: 'A sign-in takes as much work for an account that does not exist.',
    without: 'false',
  },
  'ids-in-paths': { says: 'What is no id does not get into a path.' },
  'unknown-fields-are-refused': {
    says: 'A field that the contract does not know is refused.',
    without: 'return value',
  },
  'only-configured-workspaces': { says: 'Only a workspace of the configuration is used.', without: 'true' },
  'only-what-the-service-offers': {
    says: 'A family of endpoints that the service does not have is not asked for.',
  },
  'answer-is-about-its-question': { says: 'An answer about something else is not shown.' },
  'read-has-its-workspace': { says: 'What was read in one workspace is served in no other.' },
  'refused-key-is-left-alone': { says: 'A service that refuses the key is tried once a minute.' },
  'failing-service-is-left-alone': { says: 'A service that answers most reads with errors counts as down.' },
  'lost-command-pauses-no-read': {
    says: 'Commands that were lost do not make the service count as down.',
    without: 'false',
  },
  'no-number-is-kept': { says: 'A read whose own words hold a number is not kept.', without: 'false' },
  'everybody-has-a-share-of-reads': { says: 'One person does not take the reads of the others.', without: 'at' },
  'watching-is-bounded': { says: 'One person watches at most so many things.', without: 'true' },
  'gateways-share-one-read': { says: 'What one gateway reads now is asked for by no other.', without: 'null' },
  'silent-gateway-holds-no-read': {
    says: 'A gateway that fell silent while it read holds up no other.',
    without: '[]',
  },
  'own-changes-are-awaited': {
    says: 'An operator sees their own change also at a gateway that has not yet received it.',
    without: 'false',
  },
  'woken-gateway-looks-up': {
    says: 'A gateway that was told of no newer answer looks for one before it shows an overdue one.',
    without: 'false',
  },
  'focus-has-free-slots': {
    says: 'A call in focus stays fresh when operators suddenly read much.',
    without: 'false',
  },
  'overdue-focus-waits': {
    says: 'Whoever opens a live call that nobody has read for long gets the answer that is being read, if it comes within a second.',
    without: 'true',
  },
  'overdue-focus-is-read-here': {
    says: 'A call in focus is read where it is watched if the gateway that polls does not.',
    without: 'false',
  },
  'one-gateway-tries': { says: 'One gateway tries a service in trouble, for all of them.', without: 'true' },
  'one-read-for-everybody': { says: 'Those who read the same at the same time share one read.' },
  'command-has-a-key': { says: 'A command without an idempotency key is not sent.', without: 'key ??= randomUUID()' },
  'stopping-batches-has-a-key': { says: 'Stopping several batches needs an idempotency key.' },
  'repeat-joins-what-runs': { says: 'A command that is repeated while it runs is sent once.' },
  'repeat-has-the-first-answer': {
    says: 'A command that is repeated later is answered as the first time.',
    without: 'if (before) effect.key = randomUUID()',
  },
  'key-has-one-body': { says: 'An idempotency key cannot be used for something else.' },
  'one-effect-on-a-target': { says: 'While an effect is open, its target takes no other.' },
  'stopped-changes-are-refused': {
    says: 'While an administrator has stopped all changes, a command is sent only if it ends calls.',
  },
  'recorded-before-it-is-sent': { says: 'What cannot be recorded is not sent.' },
  'cancel-goes-in-any-case': { says: 'A cancel is sent even if it cannot be recorded.', without: 'true' },
  'start-time-is-ahead': { says: 'A start time that has passed is refused.' },
  'called-people-are-named': { says: 'A start that reaches people who are called already is refused.' },
  'call-backs-stay-inside-hours': {
    says: 'Call-backs that would come after the calling hours are not asked for.',
    without: 'return { smartCallbackConfig }',
  },
  'batch-has-hours-of-its-own': {
    says: 'The calling hours of a batch take the place of those of its workspace.',
    without: 'const hours = rules',
  },
  'nobody-is-called-outside-hours': {
    says: 'A start that reaches people outside the calling hours is refused without a reason.',
  },
  'called-people-are-named-in-the-record': {
    says: 'People who are called already are looked for again while the start is recorded.',
  },
  'opted-out-number-is-not-called': { says: 'A number is not called in any row if one row says do not call.' },
  'opted-out-column-is-not-sent': {
    says: 'A column that says who must not be called is not sent to the agent by itself.',
  },
  'nobody-on-the-do-not-call-list': { says: 'A start that reaches somebody on the do-not-call list is refused.' },
  'number-on-the-do-not-call-list': { says: 'A single call to a number on the do-not-call list is refused.' },
  'no-draft-to-the-do-not-call-list': { says: 'No message is drafted to a number on the do-not-call list.' },
  'draft-to-number-or-address': { says: 'A message is drafted only to a phone number or an e-mail address.' },
  'only-numbers-are-listed': { says: 'Only a whole phone number is put on the do-not-call list.' },
  'only-own-additions-are-taken-back': {
    says: 'Operators undo only what they added to the do-not-call list themselves.',
  },
  'end-date-is-ahead': { says: 'An entry of the do-not-call list does not end in the past.' },
  'export-is-of-this-gateway': { says: 'Entries that another Switchboard exported are not imported.' },
  'contact-limits-hold': {
    says: 'A start that calls people more often than the limits allow, without a reason, is refused.',
  },
  'large-file-stalls-nobody': {
    says: 'While a large file is read, other requests have their turn.',
    without: 'false',
  },
  'rows-can-be-called': { says: 'A file with a row that cannot be called is refused.' },
  'opted-out-rows-are-named': {
    says: 'A start with rows that say “do not call” is refused, unless the operator was told how many.',
  },
  'number-is-not-called-again': { says: 'A number that was called a moment ago is not called again.' },
  'test-calls-one-number': { says: 'A test of a row calls one number.' },
  'test-is-no-contact': {
    says: 'A test of a row does not count as a call of that person.',
    without: "await contacts.add(store, effectId, 'batch', hashes.slice(0, now))",
  },
  'test-goes-to-oneself': { says: 'A test of a row goes though its number was just called, and at any hour.' },
  'breaker-can-be-off': {
    says: 'A batch that was started without the breaker is not cancelled by it.',
    without: 'true',
  },
  'breaker-stops-once': { says: 'The breaker cancels a batch once.' },
  'breaker-leaves-ended-batches': { says: 'The breaker asks nothing of a batch that has nobody left to call.' },
  'breaker-reads-seldom': {
    says: 'The breaker reads why calls failed only where that can stop the batch, and seldom.',
  },
  'prepared-batch-starts-once': { says: 'A prepared batch starts once.' },
  'started-part-is-not-discarded': { says: 'A prepared batch that is being started cannot be discarded.' },
  'parts-start-in-their-order': { says: 'No part of a list starts before the part in front of it.' },
  'part-waits-for-the-one-before': { says: 'Nobody starts a part while the part in front of it is still calling.' },
  'parts-stop-after-a-cancel': { says: 'After a cancel the next part does not start by itself.' },
  'others-stop-after-a-cancel': {
    says: 'After a cancel those who wait until their hours open are not called by Switchboard itself.',
  },
  'others-wait-for-the-word-too': {
    says: 'After the first ten nobody is called without a word, nor those who wait until their hours open.',
  },
  'batch-is-closed-once': {
    says: 'After a cancel without an answer Switchboard reads the batch before it cancels it again.',
    without: 'null',
  },
  'never-called-are-prepared-once': { says: 'Who is left when calling hours end is prepared once.' },
  'closing-leaves-ended-batches': {
    says: 'When calling hours end, Switchboard leaves a batch alone that has ended or that somebody has cancelled.',
  },
  'stopped-parts-wait': { says: 'While changes are stopped no part is tried.' },
  'parts-wait-no-longer-than-the-first': {
    says: 'Once nobody decided in time about the part in front, the parts behind it do not start either.',
  },
  'starts-by-itself-for-who-may-start': {
    says: 'Switchboard starts nothing by itself for somebody who may not start batches any more.',
  },
  'late-starts-wait': { says: 'What should have started a week ago is not started by Switchboard itself.' },
  'cancel-by-hand-ends-a-batch': {
    says: 'What is left of a batch that an operator has cancelled does not go on by itself.',
  },
  'many-people-need-a-second-person': { says: 'A start of more people than the rule allows needs a second person.' },
  'prepared-batch-needs-a-second-person': {
    says: 'The remaining people of a launch that was not approved need a second person as well.',
  },
  'approval-covers-what-was-seen': {
    says: 'Whoever asked for an approval overrules no rule after it without a second person.',
  },
  'second-person-needs-two': { says: 'A second person is not required where there is none.' },
  'nobody-approves-their-own': { says: 'Nobody approves a start that they asked for.' },
  'approval-is-of-one-fingerprint': { says: 'An approval is of the people that were seen.' },
  'approval-starts-once': { says: 'What was approved starts once.' },
  'decision-has-its-words': { says: 'An edit needs its words, and no other decision has any.' },
  'colleague-was-first': { says: 'A message that a colleague has decided is not decided again.' },
  'text-is-the-one-seen': { says: 'A text that has changed since it was read is not sent.' },
  'customer-has-not-written': { says: 'After a new message from the customer nothing is sent.' },
  'decision-is-its-reviewers': { says: 'A decision is undone by its reviewer or an administrator.' },
  'read-again-before-sending': { says: 'A decision is checked against a fresh read before it is sent.' },
  'undone-is-not-sent': { says: 'A decision that was undone is not sent.' },
  'draft-is-claimed-once': { says: 'A draft is claimed by one reviewer at a time.', without: "'>='" },
  'budget-has-room': { says: 'A request is sent only if the budget has room for it.', without: 'true' },
  'nothing-leaves-without-room': { says: 'A request that found no room in the budget is not sent.' },
  'place-is-claimed': {
    says: 'A request that the shared budget has no place for is not sent, whatever this gateway knew.',
    without: 'true',
  },
  'place-is-free-for-all-gateways': {
    says: 'No gateway takes a place that another one has taken.',
    without: 'sql`true`',
  },
  'kept-place-is-free': {
    says: 'A gateway that is cut off from the database sends no more cancels than it has kept places for.',
    without: 'true',
  },
  'away-database-is-not-asked': {
    says: 'While the database is away no statement or transaction waits for it.',
    without: 'false',
  },
  'back-database-opens-all-lanes': {
    says: 'A command right after the database is back is not refused for the time in which it was away.',
    without: 'isUnavailable = false',
  },
  'silent-gateway-sends-nothing': {
    says: 'A gateway that stood still between recording a request and writing it does not send it.',
    without: 'false',
  },
  'pause-the-service-asks-for': {
    says: 'After a 429 or a Retry-After nothing is sent until the service takes requests again.',
  },
  'waiting-cancel-holds-up-no-stop': { says: 'A cancel that waits does not keep Switchboard from stopping.' },
  'command-has-its-own-connection': {
    says: 'A command is sent on a connection that nothing else has used.',
    without: 'read(outgoing)',
  },
  'command-connects-in-time': { says: 'A command gives up connecting when its time is over.', without: '{}' },
  'read-connects-in-time': { says: 'A read gives up connecting when its time is over.' },
  'exchange-has-a-deadline': { says: 'An exchange with the service is cut off at its deadline.' },
  'answer-has-a-size': { says: 'An answer that is too large is cut off.' },
  'key-is-masked': {
    says: 'The key is masked wherever the service repeats it.',
    without: 'await readBody(response.body, limits.bytes)',
  },
  'timeout-is-not-refused': {
    says: 'A command that the service answers with 408 or 409 is unknown, not refused.',
    without: '[]',
  },
  'done-shows-its-effect': { says: 'A 2xx that does not show what was asked for is unknown.', without: 'true' },
  'same-key-at-two-gateways-is-one': {
    says: 'A command that comes to two gateways in the same moment is sent once, and both have its answer.',
  },
  'repeat-waits-for-another-gateway': {
    says: 'A command that is repeated while another gateway sends it waits for its end.',
    without: 'const before = first',
  },
  'stop-holds-at-every-gateway': {
    says: 'Changes that were stopped at another gateway a moment ago are stopped.',
  },
  'stopping-gateway-begins-nothing': { says: 'A gateway that is being stopped begins no command.' },
  'held-is-sent-by-its-owner': {
    says: 'A gateway sends no held decision that it has handed over.',
    without: 'undefined',
  },
  'edit-of-an-ended-gateway-is-not-approved': {
    says: 'After an edit during which another gateway took over, the approval is left out.',
  },
  'command-goes-under-its-own-number': {
    says: 'A command that was recorded before another gateway took over is not sent after that.',
    without: 'cluster.number',
  },
  'late-decision-goes-back': {
    says: 'A held decision that nobody could send within a minute of its time goes back to its owner.',
  },
  'late-answer-settles': {
    says: 'An answer that comes after another gateway took over settles the effect.',
  },
  'one-gateway-reads-for-unknown-effects': {
    says: 'Of several gateways one reads the service for unknown effects.',
    without: "if (!isRecent) await readAgain(entry, 'reads')",
  },
  'cut-off-command-is-unknown': { says: 'A command that a crash interrupted is unknown.', without: 'true' },
  'settling-needs-the-role': { says: 'An unknown effect is settled by somebody who may use its endpoint.' },
  'only-a-read-that-shows-it-settles': {
    says: 'An unknown effect settles by a read that shows that it happened.',
    without: 'true',
  },
  'creation-is-checked-before-another': { says: 'While an unknown creation cannot be checked, another is not sent.' },
  'rechecks-leave-half-to-people': { says: 'Rechecks leave half of the budget to people.' },
  'storm-uses-up-no-recheck': {
    says: 'A recheck that found no room in the budget does not count as one.',
    without: 'false',
  },
  'history-only-grows': { says: 'No row of the history is changed or deleted.' },
  'log-has-no-numbers': { says: 'The log holds no phone number and no address.' },
}
