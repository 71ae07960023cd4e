/**
 * The guards of the gateway and of the dashboard's requests to it, in the order in which a request reaches them. A guard is a piece of code
 * that prevents an unwanted effect, such as a second call to the same person.
 *
 * In the source, a comment `guard: <id>` marks the statement, expression or property right after it. Tests that have this id as a tag fail
 * without the guard: `node src/tools/guards.ts` removes each guard in turn and checks this. Longer than 500 lines, because it is one table.
 */
export interface Guard {
  /** What the guard guarantees. */
  description: string
  /** The code that replaces the guard when it is removed; nothing by default. It may use only names of the guard's file. */
  replacement?: string
}

export const guards: Readonly<Record<string, Guard>> = {
  'refused-read-is-not-repeated': { description: 'A refused read is not retried automatically.' },
  'focus-sends-no-read': { description: 'Switching back to the window sends no read.' },
  'moments-by-true-clock': {
    description: 'Times from the server are measured by the gateway’s clock, even if the browser’s clock is wrong.',
    replacement: '0',
  },
  'reads-by-own-clock': {
    description: 'The time of a read is measured by the browser’s own clock, from the age of the answer.',
    replacement: "Date.parse(response.headers.get('date') ?? '') - age * 1000",
  },
  'offline-sends-nothing': {
    description: 'While offline, a change is refused immediately instead of being sent later.',
    replacement: 'while (!navigator.onLine) await new Promise(setTimeout)',
  },
  'recorded-decision-is-told': {
    description: 'A recorded decision is not reported as unsent because it cannot be read back.',
  },
  'undo-is-recorded-before-it-is-told': {
    description:
      'An undo is confirmed only after it is recorded. Otherwise another gateway, or this one after a restart, could still send the decision.',
  },
  'undone-stays-undone': {
    description: 'An undone decision is not sent, even if the undo could not be recorded.',
    replacement: 'markSending()',
  },
  'full-log-stops-nothing': {
    description: 'A log that cannot be written stops nothing else.',
    replacement: 'throw error',
  },
  'sign-out-ends-the-session': {
    description: 'A confirmed sign-out has ended the session.',
    replacement: 'internalAdapter.deleteSession(token)',
  },
  'unverified-session-is-not-ended': {
    description: 'A session that cannot be verified is neither accepted nor ended.',
  },
  'silent-database-is-given-up': {
    description: 'Waiting for a database that stops responding ends at a time limit.',
    replacement: '() => {}',
  },
  'silent-start-is-given-up': {
    description: 'A connection that stops responding while it asks for the schema is closed at a time limit.',
    replacement: '() => {}',
  },
  'ages-by-steady-clock': {
    description: 'The age of a read does not change when the clock is set.',
    replacement: 'clock.now() - snapshot.readAt',
  },
  'kept-value-follows-its-sources': {
    description: 'A cached answer is rebuilt when a table or in-memory value that it depends on has changed.',
  },
  'claim-lapses-by-time': { description: 'An expired claim leaves the queue even if nothing else has changed.' },
  'claims-by-steady-clock': {
    description: 'The expiry of a claim does not change when the clock is set.',
    replacement: 'clock.now()',
  },
  'backup-replaces-nothing': { description: 'A backup never overwrites an existing file.' },
  'broken-off-backup-has-no-name': {
    description: 'A backup gets its name only when it is complete.',
    replacement: 'to',
  },
  'stop-breaks-off-a-backup': {
    description: 'Stopping a gateway aborts a running backup and leaves no partial file.',
    replacement: 'undefined',
  },
  'one-backup-at-a-time': { description: 'Only one backup runs at a time.' },
  'postgres-has-its-own-backups': { description: 'With PostgreSQL, no empty backup is made.' },
  'only-known-commands': {
    description: 'An unknown command is refused with the list of known commands.',
    replacement: '',
  },
  'damaged-backup-is-not-restored': { description: 'A damaged backup is not restored.' },
  'only-whole-backups-are-restored': { description: 'An incomplete backup is not restored.' },
  'restore-replaces-nothing': { description: 'A restore does not replace an existing database unless asked to.' },
  'broken-off-restore-does-not-start': { description: 'An interrupted restore leaves nothing that can start.' },
  'moved-rows-are-compared': { description: 'A move succeeds only after the rows of both databases were compared.' },
  'moved-history-only-grows': { description: 'After a move, the history stays append-only.' },
  'moved-numbers-go-on': { description: 'After a move, new rows get new numbers.' },
  'move-needs-an-empty-schema': { description: 'A database is not moved into a schema that is in use.' },
  'moved-database-is-not-used': { description: 'A database that was moved elsewhere is not used again.' },
  'dump-is-no-first-home': { description: 'A PostgreSQL database that was loaded from a dump is treated as restored.' },
  'restored-decision-goes-back': { description: 'After a restore, held decisions go back to their reviewers.' },
  'restored-batch-waits': { description: 'After a restore, prepared batches wait until a person starts them.' },
  'restored-closing-starts-nothing': {
    description:
      'After a restore, people who were not called before calling hours ended are not called until a person starts it.',
    replacement: "'gateway'",
  },
  'restored-sessions-are-ended': { description: 'A restore ends the sessions and links in the backup.' },
  'lost-database-is-no-first-start': {
    description: 'A missing database is not treated as a first start if there was one before.',
  },
  'log-is-bounded': { description: 'A full log is rotated, and at most two files are kept.' },
  'missing-file-is-not-the-page': { description: 'A request for a missing build file is not answered with the page.' },
  'answers-are-not-framed': { description: 'An answer of the API cannot be framed and runs no script.' },
  'page-is-not-framed': { description: 'The page cannot be framed by another site.' },
  'only-own-scripts': {
    description: 'The page runs no inline scripts except those of the build.',
    replacement: `"script-src 'self' 'unsafe-inline'"`,
  },
  'other-machines-need-https': { description: 'Other machines are served only behind an https address.' },
  'ended-gateway-records-nothing': {
    description: 'A gateway that another gateway has ended records no commands, and so sends none.',
    replacement: 'false',
  },
  'new-tables-are-announced': {
    description: 'Every gateway is notified of changes to tables that were created after the database was opened.',
  },
  'gateways-start-one-at-a-time': {
    description: 'Gateways that start at the same time on an empty database create its tables one after the other.',
  },
  'one-process-per-database': { description: 'Only one process at a time opens an embedded database.' },
  'public-address-requires-sign-in': {
    description: 'Behind a public address, a simulation also requires sign-in.',
    replacement: 'true',
  },
  'wrong-host-is-refused': { description: 'A request for another host name is refused.' },
  'other-site-is-refused': { description: 'A change from another site is refused.' },
  'request-size': {
    description: 'A request that is larger than its endpoint needs is refused.',
    replacement: '1024 ** 3',
  },
  'session-is-required': {
    description: 'An endpoint that is not public requires a session.',
    replacement: "roles === 'public' || !c.get('operator')",
  },
  'idle-session-ends': { description: 'A session ends after half a day without activity.' },
  'disabled-operator-has-no-session': { description: 'Disabling an operator ends their sessions.' },
  'ended-session-is-forgotten': {
    description: 'A session that was ended at another gateway is refused immediately.',
    replacement: 'true',
  },
  'ending-all-keeps-this-session': { description: 'Ending all other sessions keeps the current one.' },
  'only-own-sessions-end': { description: 'Operators cannot end other people’s sessions.' },
  'last-administrator-stays': { description: 'The last administrator keeps their role and access.' },
  'operators-change-one-by-one': {
    description: 'Changes to operators run one at a time.',
    replacement: 'applyChange(store)',
  },
  'role-is-required': { description: 'An endpoint is open only to its roles.' },
  'cookie-over-https-only': {
    description: 'Behind an https address, the session cookie is sent over https only.',
    replacement: 'false',
  },
  'session-token-is-hashed': {
    description: 'The database stores only the hash of a session’s token.',
    replacement: '(token: string): string => token',
  },
  'polling-keeps-no-session': {
    description: 'Requests that an open page sends automatically do not extend a session.',
    replacement: 'true',
  },
  'https-stays-https': {
    description: 'Behind an https address, browsers are told to use https only.',
    replacement: '{}',
  },
  'old-session-ends': { description: 'A session ends after a week, regardless of activity.', replacement: 'false' },
  'this-session-ends-by-signing-out': { description: 'The current session cannot be ended from the list of sessions.' },
  'demo-operators-need-a-simulation': {
    description: 'Where sign-in is required, demo operators cannot be used.',
    replacement: 'false',
  },
  'first-administrator-is-one': {
    description:
      'Each start of a gateway makes a link for the first administrator. Using one of these links ends the others.',
  },
  'gateways-name-one-date': {
    description: 'Gateways that share a read report the same time for it, to the millisecond.',
    replacement: 'momentOf(clock, at)',
  },
  'batches-have-one-date': {
    description: 'Gateways that share a database report the same time for the last read of a batch’s progress.',
    replacement: 'true',
  },
  'link-works-once': { description: 'A one-time link creates one operator.', replacement: `'["admin"]'` },
  'sign-in-ends-where-it-began': {
    description: 'A sign-in with the provider finishes only in the browser that started it.',
    replacement: 'false',
  },
  'provider-verified-the-email': {
    description: 'An email address counts only if the provider has verified it.',
    replacement: 'false',
  },
  'own-changes-are-recorded': { description: 'A change within Switchboard is not made if it cannot be recorded.' },
  'own-key-stays': { description: 'The key that Switchboard itself uses cannot be revoked.' },
  'metrics-need-the-token': {
    description: 'If a metrics token is configured, metrics require it.',
    replacement: 'true',
  },
  'not-ready-is-said': { description: 'A gateway that cannot work reports that it is not ready.' },
  'only-never-placed-calls-continue': {
    description: 'People who were called before a cancel are not counted as never called.',
    replacement: 'true',
  },
  'left-out-people-are-not-called-again': {
    description: 'A follow-up batch leaves out people on the do-not-call list, and those who asked not to be called.',
    replacement: 'outcomes?.includes(row.outcome)',
  },
  'export-is-its-operators': {
    description: 'Operators cannot see other people’s exports.',
    replacement: "'is not'",
  },
  'event-is-signed': { description: 'An event without a valid signature is refused before it is parsed.' },
  'event-has-its-workspace': {
    description: 'If there are several workspaces, an event applies to the one that its address names.',
    replacement: 'workspaces[0]?.id ?? null',
  },
  'two-paths-have-their-own-handler': {
    description: 'Paths with their own handler are not passed on to the service.',
    replacement: 'true',
  },
  'inviting-an-administrator-is-confirmed': {
    description: 'Inviting an administrator requires the operator to confirm their identity.',
  },
  'enabling-an-administrator-is-confirmed': {
    description: 'Enabling an administrator again requires the operator to confirm their identity.',
    replacement: "!before.roles.includes('admin')",
  },
  'renewing-an-administrator-is-confirmed': {
    description: 'Renewing an administrator’s invitation requires entering one’s own password.',
  },
  'renewed-link-replaces-the-earlier-one': {
    description: 'A renewed invitation has one link: the earlier one stops working, and two renewals at once make one.',
  },
  'confirmation-checks-the-password': { description: 'A confirmation requires the operator’s own password.' },
  'confirmation-cannot-be-guessed': {
    description: 'After a few wrong passwords, confirmations are refused for a while.',
  },
  'name-is-of-one-operator': {
    description: 'Two operators do not choose the same name, because the audit lists people by name.',
  },
  'new-name-is-of-one-operator': {
    description: 'Nobody accepts an invitation under a name that an operator has or had.',
  },
  'names-are-taken-one-by-one': {
    description: 'Two people cannot take the same name at the same moment.',
    replacement: 'work()',
  },
  'acceptance-takes-no-invited-email': {
    description: 'Nobody accepts an invitation with the address that another invitation names.',
    replacement: 'false',
  },
  'invited-email-is-reserved': {
    description: 'An operator cannot take the e-mail address of an open invitation.',
    replacement: 'false',
  },
  'chosen-email-is-not-verified': {
    description: 'An e-mail address that an operator chose does not identify them at the OpenID provider.',
    replacement: 'true',
  },
  'provider-owns-the-email': {
    description: 'An operator without a password cannot change the e-mail address that comes from the provider.',
  },
  'new-email-is-confirmed': { description: 'A new e-mail address needs the operator’s own password.' },
  'addresses-cannot-be-tried': {
    description: 'An operator cannot find out which e-mail addresses have an account by trying many.',
  },
  'new-password-is-confirmed': { description: 'A new password needs the current one.' },
  'new-password-ends-other-sessions': {
    description: 'Changing a password ends the operator’s other sessions.',
    replacement: 'return 1',
  },
  'new-password-ends-the-link': { description: 'Changing a password makes a link for a new one invalid.' },
  'disabled-operator-has-no-link': { description: 'A link for a new password does not let a disabled operator in.' },
  'password-link-works-once': {
    description: 'A link for a new password works once.',
    replacement: 'if (!link) return',
  },
  'reset-ends-all-sessions': { description: 'Choosing a new password with a link ends all sessions of the operator.' },
  'link-for-an-administrator-is-confirmed': {
    description: 'Making a link for an administrator’s password requires entering one’s own password.',
  },
  'changed-operator-has-no-link': {
    description: 'A change of an operator’s roles or access makes a link for their password invalid.',
  },
  'shown-operator-exists': { description: 'An operator who does not exist is not shown.' },
  'refused-link-is-reported': {
    description: 'The command for a new password reports why the running gateway made no link.',
  },
  'terminal-link-is-recorded': {
    description: 'A command on the gateway’s machine makes no link that it cannot record.',
  },
  'new-passkey-is-confirmed': { description: 'Adding a passkey requires entering one’s own password.' },
  'passkey-answers-its-challenge': {
    description: 'A passkey is accepted only for the challenge that was sent.',
    replacement: 'true',
  },
  'passkey-is-used-at-this-site': {
    description: 'A passkey that was used at another site is refused.',
    replacement: 'true',
  },
  'passkey-verifies-the-person': {
    description: 'A passkey is accepted only if its device has verified the person.',
    replacement: 'true',
  },
  'passkey-is-used-in-no-frame': {
    description: 'A passkey that was used within a page of another site is refused.',
    replacement: 'true',
  },
  'passkey-is-of-this-site': { description: 'A passkey that was made for another site is refused.' },
  'passkey-copy-is-consistent': {
    description: 'A passkey that claims to have a copy, although it cannot have one, is refused.',
  },
  'passkey-data-have-no-rest': { description: 'Bytes after the data of a passkey are refused.' },
  'passkey-data-are-bounded': { description: 'The data of a passkey cannot be nested deeply.' },
  'passkey-is-of-its-account': {
    description: 'A passkey signs in only to the account for which it was created.',
    replacement: 'true',
  },
  'passkey-id-is-of-one-passkey': { description: 'The ID of a passkey cannot be registered again.' },
  'passkey-has-signed': { description: 'Signing in with a passkey needs its private key.' },
  'copied-passkey-is-refused': { description: 'A passkey whose counter did not increase is refused.' },
  'passkey-challenge-works-once': {
    description: 'A challenge for a passkey works once, also after a restart and on several gateways.',
    replacement: 'true',
  },
  'passkey-challenge-expires': { description: 'A challenge for a passkey works for ten minutes.' },
  'only-own-passkeys-are-removed': { description: 'Operators remove only their own passkeys.' },
  'disabled-operator-has-no-passkey': {
    description: 'A passkey lets no disabled operator in, and none that is not verified.',
  },
  'confirmation-checks-the-provider': {
    description: 'Without a password, a confirmation requires a fresh sign-in with the provider.',
  },
  'confirmation-is-ones-own': { description: 'A sign-in with the provider confirms only the person who signed in.' },
  'failed-sign-ins-fill-no-disk': {
    description: 'Repeated failed sign-ins add few rows to the audit.',
    replacement: 'true',
  },
  'own-changes-are-for-administrators': {
    description: 'Only administrators see changes within Switchboard.',
    replacement: 'effectsInState',
  },
  'few-passwords-at-once': { description: 'The number of unknown browsers that wait for a password check is limited.' },
  'failed-sign-ins-of-an-account': {
    description: 'After five failed sign-ins, an account has to wait.',
    replacement: '5_000',
  },
  'failed-sign-ins-of-a-place': { description: 'After twenty failed sign-ins, a network address has to wait.' },
  'network-is-one-place': { description: 'All addresses of a /64 network count as one.', replacement: '8' },
  'sign-in-counts-are-bounded': {
    description: 'Counting failed sign-ins uses a limited amount of memory.',
    replacement: '100_000',
  },
  'failures-elsewhere-lock-nobody-out': {
    description: 'Failed sign-ins from another address do not lock out the owner of an account.',
  },
  'known-browser-has-its-accounts': {
    description: 'A known browser is trusted only for the accounts that signed in there.',
    replacement: 'proofs.length > 0',
  },
  'signing-in-takes-little': { description: 'Without a session, only a small request body is read.' },
  'broken-off-request-is-no-fault': {
    description: 'A request that the client aborts is not logged as an error of the gateway.',
    replacement: 'error',
  },
  'masked-piece-is-no-word': {
    description: 'Ten characters of the key are masked in an answer, but an English word is not.',
    replacement: '6',
  },
  'email-length-first': { description: 'The length of an email address is checked before its format.' },
  'link-before-email': { description: 'A link is checked before the answer reveals anything about an email address.' },
  'failed-sign-in-counts': { description: 'A sign-in attempt counts as failed until it is known to have succeeded.' },
  'unknown-account-takes-as-long': {
    description: 'A sign-in to an account that does not exist takes as much work as one to an existing account.',
    replacement: 'false',
  },
  'ids-in-paths': { description: 'A value that is not an ID is not put into a path.' },
  'unknown-fields-are-refused': {
    description: 'A field that is not in the contract is refused.',
    replacement: 'return value',
  },
  'only-configured-workspaces': { description: 'Only configured workspaces are used.', replacement: 'true' },
  'only-what-the-service-offers': {
    description: 'Optional endpoints that the service does not have are not requested.',
  },
  'answer-is-about-its-question': { description: 'An answer about a different record is not shown.' },
  'read-has-its-workspace': { description: 'A read of one workspace is never served in another.' },
  'refused-key-is-left-alone': { description: 'A service that refuses the key is tried once a minute.' },
  'failing-service-is-left-alone': { description: 'A service that answers most reads with errors counts as down.' },
  'lost-command-pauses-no-read': {
    description: 'Commands without an answer do not make the service count as down.',
    replacement: 'false',
  },
  'no-number-is-kept': {
    description: 'A read with a search text is not persisted, since the text may be a phone number.',
    replacement: 'false',
  },
  'unknown-conversation-is-not-found': {
    description: 'A conversation of which nothing is known is answered with 404, not as a fault.',
    replacement: '',
  },
  'unknown-conversation-has-no-context': {
    description: 'What a draft is based on is answered with 404 for an unknown conversation, not as a fault.',
    replacement: '',
  },
  'reviewers-are-named-to-administrators': {
    description:
      'Only administrators see whose decisions are counted; others see their own apart from everybody else’s.',
    replacement: '',
  },
  'one-reviewer-is-counted-for-administrators': {
    description: 'Only administrators count the decisions of one other reviewer.',
    replacement: '',
  },
  'listed-reviewers-are-named-to-administrators': {
    description: 'In a list of decisions, only administrators see the names of other reviewers.',
    replacement: 'const isNamed = () => true',
  },
  'filtered-reviewer-is-named-to-administrators': {
    description: 'Only administrators get the name of another reviewer by whom figures are filtered.',
    replacement: 'const isNamed = true',
  },
  'decisions-are-counted-before-they-are-deleted': {
    description: 'A decision that has ended is counted before its text and its outcome are deleted.',
    replacement: 'await deleteOldDecisions(deps.store, now)',
  },
  'known-call-is-corrected': {
    description: 'Only the outcome of a call that the team has seen can be corrected.',
    replacement: '',
  },
  'notes-belong-to-a-kept-call': {
    description: 'Notes and tags are stored only for a call that is kept, so that they are deleted with it.',
    replacement: '',
  },
  'notes-are-bounded': { description: 'A call has a limited number of notes.', replacement: '' },
  'tags-are-bounded': { description: 'A call has a limited number of tags.', replacement: '' },
  'notes-of-others-are-deleted-by-administrators': {
    description: 'Only their author or an administrator deletes a note on a call.',
    replacement: '',
  },
  'no-call-is-kept-without-retention': {
    description: 'With a retention time of zero, nothing of a call is stored.',
    replacement: '',
  },
  'no-row-is-kept-without-retention': {
    description: 'With a retention time of zero in every workspace, no row of a batch is stored.',
    replacement: '',
  },
  'everybody-has-a-share-of-reads': {
    description: 'One person cannot use up the reads of other people.',
    replacement: 'at',
  },
  'watching-is-bounded': {
    description: 'The number of reads that one person can keep polled is limited.',
    replacement: 'true',
  },
  'gateways-share-one-read': {
    description: 'While one gateway reads something, no other gateway requests it.',
    replacement: 'null',
  },
  'silent-gateway-holds-no-read': {
    description: 'A gateway that stops responding during a read does not block other gateways.',
    replacement: '[]',
  },
  'own-changes-are-awaited': {
    description: 'Operators see their own change even at a gateway that has not received it yet.',
    replacement: 'false',
  },
  'woken-gateway-looks-up': {
    description: 'A gateway that was not notified of a newer answer checks for one before it shows an overdue one.',
    replacement: 'false',
  },
  'focus-is-tried-again': {
    description: 'A call in focus that got no request slot is read a second later, not at its next turn.',
    replacement: 'false',
  },
  'focus-has-free-slots': {
    description: 'A call in focus stays fresh when operators suddenly open many pages.',
    replacement: 'false',
  },
  'overdue-focus-waits': {
    description:
      'Opening a live call that has not been read for a long time waits up to a second for the read in progress.',
    replacement: 'true',
  },
  'overdue-focus-is-read-here': {
    description: 'The gateway that shows a call in focus reads it if the polling gateway does not.',
    replacement: 'false',
  },
  'one-gateway-tries': { description: 'Only one gateway probes a service that is down.', replacement: 'true' },
  'one-read-for-everybody': { description: 'Identical reads at the same time share one request.' },
  'command-has-a-key': {
    description: 'A command without an idempotency key is not sent.',
    replacement: 'key ??= randomUUID()',
  },
  'stopping-batches-has-a-key': { description: 'Stopping several batches requires an idempotency key.' },
  'repeat-joins-what-runs': { description: 'A command that is repeated while it runs is sent once.' },
  'repeat-has-the-first-answer': {
    description: 'A command that is repeated later gets the first answer.',
    replacement: 'if (before) effect.key = randomUUID()',
  },
  'key-has-one-body': { description: 'An idempotency key cannot be reused for a different request.' },
  'one-effect-on-a-target': {
    description: 'While a command on a target is unfinished, other commands on that target are refused.',
  },
  'stopped-changes-are-refused': {
    description: 'After an administrator has stopped all changes, a command is sent only if it ends calls.',
  },
  'recorded-before-it-is-sent': { description: 'A command that cannot be recorded is not sent.' },
  'cancel-goes-in-any-case': { description: 'A cancel is sent even if it cannot be recorded.', replacement: 'true' },
  'start-time-is-ahead': { description: 'A start time in the past is refused.' },
  'called-people-are-named': { description: 'A start with people who are already being called is refused.' },
  'call-backs-stay-inside-hours': {
    description: 'Call-backs that would fall after the calling hours are not requested.',
    replacement: 'return { smartCallbackConfig }',
  },
  'batch-has-hours-of-its-own': {
    description: 'The calling hours of a batch replace those of its workspace.',
    replacement: 'const hours = rules',
  },
  'nobody-is-called-outside-hours': {
    description: 'A start that would call people outside the calling hours is refused unless a reason is given.',
  },
  'called-people-are-named-in-the-record': {
    description: 'The check for people who are already being called runs again while the start is recorded.',
  },
  'opted-out-number-is-not-called': {
    description: 'A number is not called from any row if one of its rows says “do not call”.',
  },
  'opted-out-column-is-not-sent': {
    description: 'A column that marks who must not be called is not sent to the agent by default.',
  },
  'nobody-on-the-do-not-call-list': { description: 'A start with a number on the do-not-call list is refused.' },
  'number-on-the-do-not-call-list': { description: 'A single call to a number on the do-not-call list is refused.' },
  'no-draft-to-the-do-not-call-list': { description: 'No message is drafted to a number on the do-not-call list.' },
  'draft-to-number-or-address': { description: 'A message is drafted only to a phone number or an email address.' },
  'only-own-person-keys-are-opened': {
    description: 'The key of a person’s page that somebody changed, or that another Switchboard made, opens no page.',
  },
  'only-addresses-are-people': { description: 'Only a phone number or an e-mail address has a page of a person.' },
  'only-numbers-are-listed': { description: 'Only a complete phone number can be added to the do-not-call list.' },
  'only-own-additions-are-taken-back': {
    description: 'Operators can undo only their own additions to the do-not-call list.',
  },
  'end-date-is-ahead': { description: 'An entry of the do-not-call list cannot end in the past.' },
  'export-is-of-this-gateway': { description: 'Entries that another Switchboard exported are not imported.' },
  'contact-limits-hold': {
    description: 'A start that exceeds the contact limits is refused unless a reason is given.',
  },
  'long-reading-is-refused': { description: 'A file that takes too long to read is refused with a sentence.' },
  'reading-ends-in-time': {
    description: 'Reading a file ends after 30 seconds, with a sentence.',
    replacement: '2 ** 30',
  },
  'reading-ends-with-its-request': { description: 'Reading a file ends when its sender has gone.' },
  'last-place-is-for-starts': {
    description: 'A start does not wait for the checks of others.',
    replacement: 'places',
  },
  'one-person-leaves-places': {
    description: 'Of one person, two files are read at once.',
    replacement: 'true',
  },
  'one-person-leaves-exports': { description: 'Of one person, two exports run at once.' },
  'row-numbers-are-of-this-file': {
    description: 'A start whose row numbers are not as many as the rows of its file is refused.',
  },
  'rows-can-be-called': { description: 'A file with a row that cannot be called is refused.' },
  'opted-out-rows-are-named': {
    description:
      'A start with rows that say “do not call” is refused unless the operator was shown how many there are.',
  },
  'number-is-not-called-again': { description: 'A number that was just called is not called again.' },
  'test-calls-one-number': { description: 'A test of a row calls one number.' },
  'test-goes-to-a-confirmed-number': {
    description: 'A test calls only a number of the operator that an administrator has confirmed.',
  },
  'tests-are-few': { description: 'A number of one’s own is tested a few times within an hour.' },
  'tests-are-few-at-once': { description: 'Simultaneous tests are as few as others.' },
  'own-number-is-confirmed-by-another': {
    description: 'An administrator does not confirm an own number if another administrator can.',
  },
  'own-numbers-are-few': { description: 'An operator saves a few own numbers.' },
  'single-call-obeys-the-hours': { description: 'A single call outside the calling hours needs a reason.' },
  'test-is-no-contact': {
    description: 'A test of a row does not count as a call to that person.',
    replacement: "await contacts.add(store, effectId, 'batch', hashes.slice(0, now))",
  },
  'test-goes-to-oneself': {
    description: 'A test of a row is allowed at any hour, even if its number was just called.',
  },
  'breaker-can-be-off': {
    description:
      'The circuit breaker, which cancels a batch whose calls fail to connect, ignores a batch that was started without it.',
    replacement: 'true',
  },
  'breaker-stops-once': { description: 'The circuit breaker cancels a batch only once.' },
  'breaker-leaves-ended-batches': {
    description: 'The circuit breaker reads nothing for a batch that has nobody left to call.',
  },
  'breaker-reads-seldom': {
    description:
      'The circuit breaker reads the reasons for failed calls rarely, and only when they could stop the batch.',
  },
  'prepared-batch-starts-once': { description: 'A prepared batch starts once.' },
  'started-part-is-not-discarded': { description: 'A prepared batch that is starting cannot be discarded.' },
  'parts-start-in-their-order': { description: 'The parts of a list start in order.' },
  'part-waits-for-the-one-before': {
    description: 'A part cannot be started while the previous part is still calling.',
  },
  'parts-stop-after-a-cancel': { description: 'After a cancel, the next part does not start automatically.' },
  'others-stop-after-a-cancel': {
    description: 'After a cancel, Switchboard does not automatically call people who wait for their calling hours.',
  },
  'others-wait-for-the-word-too': {
    description:
      'After the first ten calls, nobody is called without confirmation, including people who wait for their calling hours.',
  },
  'batch-is-closed-once': {
    description: 'After a cancel without an answer, Switchboard reads the batch before it cancels it again.',
    replacement: 'null',
  },
  'never-called-are-prepared-once': { description: 'People who are left when calling hours end are prepared once.' },
  'closing-leaves-ended-batches': {
    description:
      'When calling hours end, Switchboard does not touch a batch that has ended or that an operator has cancelled.',
  },
  'stopped-parts-wait': { description: 'While changes are stopped, no part is tried.' },
  'parts-wait-no-longer-than-the-first': {
    description: 'If nobody decided about a part in time, the parts after it do not start either.',
  },
  'starts-by-itself-for-who-may-start': {
    description: 'Switchboard does not start batches automatically for someone who may no longer start batches.',
  },
  'late-starts-wait': { description: 'Switchboard does not automatically start a batch that was due a week ago.' },
  'cancel-by-hand-ends-a-batch': {
    description: 'The rest of a batch that an operator has cancelled does not start automatically.',
  },
  'many-people-need-a-second-person': {
    description: 'A start with more people than the rule allows needs a second person.',
  },
  'prepared-batch-needs-a-second-person': {
    description: 'The remaining people of a batch that was not approved also need a second person.',
  },
  'approval-covers-what-was-seen': {
    description: 'Rules that apply after approval was requested cannot be overruled without a second person.',
  },
  'second-person-needs-two': { description: 'A second person cannot be required if nobody else could approve.' },
  'nobody-approves-their-own': { description: 'Operators cannot approve their own starts.' },
  'approval-is-of-one-fingerprint': { description: 'An approval applies only to the people that the approver saw.' },
  'approval-starts-once': { description: 'An approved start starts once.' },
  'decision-has-its-words': { description: 'An edit requires a text, and no other decision accepts one.' },
  'rejection-has-its-reason': { description: 'A rejection without a reason is refused where one is required.' },
  'reason-is-on-the-list': {
    description: 'A reason that the workspace does not list is refused, since the audit keeps it.',
  },
  'only-a-rejection-asks-for-a-new-draft': {
    description: 'A new draft can be requested only together with a rejection.',
  },
  'new-draft-needs-feedback': { description: 'A new draft is not requested without a reason or a note.' },
  'rejected-before-drafted-again': {
    description: 'A new draft is requested only after the rejection is recorded as done.',
    replacement: 'true',
  },
  'two-reviewers-approve': {
    description: 'A message of a flow with two reviewers is not sent before somebody else has approved the same text.',
  },
  'saved-edit-needs-two-reviewers': {
    description: 'In a flow with two reviewers, no edit is saved alone: some deployments send it.',
  },
  'same-text-is-approved-first-once': {
    description: 'A second approval of the same text does not replace the first one.',
  },
  'first-approval-of-a-known-draft': { description: 'Only a draft that has been read can be approved first.' },
  'snippets-are-not-overwritten': { description: 'A change of an earlier list of snippets is refused.' },
  'own-views-stay-private': { description: 'Nobody changes a view that they do not see.' },
  'only-own-views-are-changed': {
    description: 'Operators change only their own views, and administrators those of the team.',
  },
  'view-has-only-filters-of-its-page': {
    description: 'A view has filters of its page and nothing else of its address.',
  },
  'view-names-differ': { description: 'An operator saves no second view of the same name.' },
  'view-names-stay-different': { description: 'An operator gives no view the name of another one.' },
  'answer-is-about-a-column-of-the-file': {
    description: 'An answer about a column that a file does not have is not remembered.',
  },
  'views-are-limited': { description: 'An operator has a limited number of views.' },
  'names-of-requesters-are-for-administrators': {
    description: 'Only administrators see how many requests each colleague has caused.',
    replacement: 'const viewer = null',
  },
  'counted-draft-period-is-limited': { description: 'Nobody makes the gateway count drafts of years by the hour.' },
  'names-in-the-budget-are-for-administrators': {
    description: 'Only administrators see who used the request budget of the last minute.',
    replacement: 'const shownName = (operator: string) => operator',
  },
  'counted-period-is-limited': {
    description: 'Nobody makes the gateway count centuries, or thousands of hours one by one.',
  },
  'one-person-has-few-reports-waiting': { description: 'Nobody makes the gateway count without end for one person.' },
  'no-text-has-a-nul': { description: 'A text that PostgreSQL cannot store is refused before anything is recorded.' },
  'partial-import-is-told': {
    description: 'An import that the database ends says how many numbers are on the list.',
    replacement: 'throw error',
  },
  'other-tables-are-refused': { description: 'A database with the tables of another version is not opened.' },
  'damaged-database-is-not-opened': { description: 'Nobody works with a database of which a page is damaged.' },
  'keys-are-short': { description: 'Nobody fills the memory with the keys of a cache.', replacement: 'return text' },
  'query-values-are-short': { description: 'Nobody fills the memory with long searches.' },
  'unknown-tags-are-not-kept': {
    description: 'A tag that a browser made up is not kept.',
    replacement: 'if (!from || !to) return (changes.set(changesKey, { body: null }), null)',
  },
  'stream-lets-others-run': { description: 'Whoever downloads a long file keeps nobody else waiting.' },
  'unwanted-value-is-not-computed': { description: 'A report ends when nobody waits for it any more.' },
  'unknown-version-is-not-found': { description: 'A version that does not exist is refused.' },
  'restored-over-what-was-seen': {
    description: 'A version is not restored over a change that nobody saw before.',
  },
  'restored-record-is-complete': { description: 'A version without a required field is not created again.' },
  'audit-has-no-texts': { description: 'The audit has no texts and no phone numbers of a changed record.' },
  'nothing-missing-is-a-change': {
    description: 'A field that an answer does not have is no change of the record.',
    replacement: 'true',
  },
  'versions-have-their-workspace': {
    description: 'An operator sees only the versions of their workspace.',
    replacement: "''",
  },
  'version-is-compared-with-the-latest': {
    description: 'If two gateways see a record at the same moment, no version is recorded twice, and none is lost.',
  },
  'colleague-was-first': { description: 'A message that a colleague has decided cannot be decided again.' },
  'text-is-the-one-seen': { description: 'A text that has changed since it was read is not sent.' },
  'customer-has-not-written': { description: 'After a new message from the customer, nothing is sent.' },
  'serious-risks-are-confirmed': {
    description: 'A draft with a serious risk is sent only if its reviewer confirmed exactly this risk.',
  },
  'decision-is-its-reviewers': { description: 'Only its reviewer or an administrator can undo a decision.' },
  'read-again-before-sending': { description: 'A decision is checked against a fresh read before it is sent.' },
  'undone-is-not-sent': { description: 'An undone decision is not sent.' },
  'draft-is-claimed-once': { description: 'Only one reviewer at a time can claim a draft.', replacement: "'>='" },
  'budget-has-room': { description: 'A request is sent only if the budget has room for it.', replacement: 'true' },
  'nothing-leaves-without-room': { description: 'A request for which the budget had no room is not sent.' },
  'place-is-claimed': {
    description: 'A request that does not fit into the shared budget is not sent, whatever this gateway has counted.',
    replacement: 'true',
  },
  'place-is-free-for-all-gateways': {
    description: 'A gateway does not take a place in the budget that another gateway has taken.',
    replacement: 'sql`true`',
  },
  'kept-place-is-free': {
    description: 'A gateway without a database connection sends no more cancels than it has reserved places for.',
    replacement: 'true',
  },
  'away-database-is-not-asked': {
    description: 'While the database is unavailable, statements and transactions fail immediately.',
    replacement: 'false',
  },
  'back-database-opens-all-lanes': {
    description: 'A command right after the database returns is not refused because of the outage.',
    replacement: 'isUnavailable = false',
  },
  'silent-gateway-sends-nothing': {
    description: 'A gateway that was suspended between recording a request and sending it does not send it.',
    replacement: 'false',
  },
  'pause-the-service-asks-for': {
    description: 'After a 429 or a Retry-After, nothing is sent until the service accepts requests again.',
  },
  'waiting-cancel-holds-up-no-stop': { description: 'A waiting cancel does not keep Switchboard from stopping.' },
  'command-has-its-own-connection': {
    description: 'A command is sent on a connection that has not been used before.',
    replacement: 'read(outgoing)',
  },
  'command-connects-in-time': { description: 'A command stops trying to connect at its deadline.', replacement: '{}' },
  'read-connects-in-time': { description: 'A read stops trying to connect at its deadline.' },
  'exchange-has-a-deadline': { description: 'A request to the service is aborted at its deadline.' },
  'answer-has-a-size': { description: 'An answer that is too large is cut off.' },
  'key-is-masked': {
    description: 'The key is masked wherever the service repeats it.',
    replacement: 'await readBody(response.body, limits.bytes)',
  },
  'timeout-is-not-refused': {
    description: 'A command that the service answers with 408 or 409 is unknown, not refused.',
    replacement: '[]',
  },
  'done-shows-its-effect': {
    description: 'A 2xx that does not show what was requested is unknown.',
    replacement: 'true',
  },
  'same-key-at-two-gateways-is-one': {
    description: 'A command that reaches two gateways at the same time is sent once, and both return its answer.',
  },
  'repeat-waits-for-another-gateway': {
    description: 'A command that is repeated while another gateway sends it waits until it is finished.',
    replacement: 'const before = first',
  },
  'stop-holds-at-every-gateway': {
    description: 'A stop of all changes takes effect at every gateway immediately.',
  },
  'stopping-gateway-begins-nothing': { description: 'A gateway that is stopping starts no commands.' },
  'held-is-sent-by-its-owner': {
    description: 'A gateway does not send a held decision that it has handed over.',
    replacement: 'undefined',
  },
  'edit-of-an-ended-gateway-is-not-approved': {
    description: 'If another gateway takes over during an edit, the approval is not sent.',
  },
  'command-goes-under-its-own-number': {
    description: 'A command that was recorded before another gateway took over is not sent afterwards.',
    replacement: 'cluster.number',
  },
  'late-decision-goes-back': {
    description: 'A held decision that could not be sent within a minute of its time goes back to its reviewer.',
  },
  'late-answer-settles': {
    description: 'An answer that arrives after another gateway took over resolves the command.',
  },
  'one-gateway-reads-for-unknown-effects': {
    description: 'Only one of several gateways rechecks unknown outcomes.',
    replacement: "if (!isRecent) await readAgain(entry, 'reads')",
  },
  'cut-off-command-is-unknown': { description: 'A command that a crash interrupted is unknown.', replacement: 'true' },
  'settling-needs-the-role': { description: 'Resolving an unknown outcome requires a role that may use its endpoint.' },
  'only-a-read-that-shows-it-settles': {
    description: 'An unknown outcome is resolved only by a read that shows that the command was done.',
    replacement: 'true',
  },
  'creation-is-checked-before-another': {
    description: 'While an unknown creation cannot be checked, the same creation is not sent again.',
  },
  'rechecks-leave-half-to-people': { description: 'Rechecks leave half of the budget to people.' },
  'storm-uses-up-no-recheck': {
    description: 'A recheck that found no room in the budget does not count as an attempt.',
    replacement: 'false',
  },
  'history-only-grows': { description: 'No row of the history is changed or deleted.' },
  'log-has-no-numbers': { description: 'The log contains no phone numbers and no email addresses.' },
}
