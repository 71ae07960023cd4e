/**
 * The guards of the gateway, and of the dashboard's door to it, in the order in which a request meets them, each with the test that
 * fails without it.
 * `node src/tools/guards.ts [words…]` really takes each one out (those whose name has one of the words), sees its test fail, and puts
 * it back; it ends with 1 when a test does not miss its guard. Longer than 300 lines, since it is one table.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface Guard {
  guard: string
  /** In src/server/gateway, or with its whole path. */
  file: string
  /** What stands there once, and what stands there without the guard. */
  code: string
  without: string
  /** The file and the name of the test; its file is in src/server/gateway, a story's in e2e. */
  test: `${string}.${'test' | 'story'}.ts: ${string}`
}

const top = join(import.meta.dirname, '../..')
export const gateway = join(top, 'src/server/gateway')
const isStory = (file: string) => file.endsWith('.story.ts')

/** Where a file of the table is. */
export const pathOf = (file: string): string =>
  isStory(file) ? join(top, 'e2e', file) : join(file.includes('/') ? top : gateway, file)

export const guards: readonly Guard[] = [
  {
    guard: 'a refused reading is not asked again',
    file: 'src/api/reads.ts',
    code: '      retry: false,\n      refetchOnWindowFocus: false,',
    without: '      refetchOnWindowFocus: false,',
    test: 'accidents.story.ts: asks once, and once again when they say so, however often they come back to the window',
  },
  {
    guard: 'nor by whoever comes back',
    file: 'src/api/reads.ts',
    code: '      refetchOnWindowFocus: false,\n',
    without: '',
    test: 'accidents.story.ts: asks once, and once again when they say so, however often they come back to the window',
  },
  {
    guard: 'moments of others by their clock',
    file: 'src/ui/time/clock.ts',
    code: 'useNow(every) - use(ClockAhead)',
    without: 'useNow(every)',
    test: 'accidents.story.ts: a reviewer sees the same countdown, and the ages of what they see',
  },
  {
    guard: 'readings by one’s own',
    file: 'src/api/client.ts',
    code: 'readAt: Date.now() - age * 1000',
    without: "readAt: Date.parse(response.headers.get('date') ?? '') - age * 1000",
    test: 'accidents.story.ts: a reviewer sees the same countdown, and the ages of what they see',
  },
  {
    guard: 'nothing goes out offline, nor later',
    file: 'src/api/client.ts',
    code: 'if (changes && !navigator.onLine) throw noAnswer(true)',
    without: 'while (changes && !navigator.onLine) await new Promise((resolve) => setTimeout(resolve, 100))',
    test: 'pages.story.ts: a call that is placed then is not placed later',
  },
  {
    guard: 'what was undone is not sent, though that could not be recorded',
    file: 'src/server/gateway/review/send-decision.ts',
    code: 'if (!begin()) return undone(row)',
    without: 'begin()',
    test: 'src/server/gateway/ledger/disk.test.ts: what was undone is not sent, though only its sending could be recorded',
  },
  {
    guard: 'a log that cannot be written ends nothing',
    file: 'src/server/gateway/shared/log-file.ts',
    code: '        dropped += 1\n',
    without: '        throw error\n',
    test: 'src/server/gateway/shared/full-disk.test.ts: changes nothing but the log: the gateway starts, reads, places calls and says once where the log fails',
  },
  {
    guard: 'a session that nobody can verify is neither believed nor ended',
    file: 'src/server/gateway/operators/session-store.ts',
    code: 'if (!before) throw cannotVerify()',
    without: 'if (!before) return null',
    test: 'src/server/gateway/store/database-away.postgres.test.ts: who was here may read and cancel, nothing else is sent, and nothing is said to have happened; then it goes on',
  },
  {
    guard: 'a database that falls silent keeps nobody waiting',
    file: 'src/server/database/lock.ts',
    code: 'const late = setTimeout(() => lose(connection), silenceMs).unref()',
    without: 'const late = setTimeout(() => {}, silenceMs).unref()',
    test: 'src/server/gateway/store/database-away.postgres.test.ts: a database that falls silent keeps no cancel waiting for long, and then everything goes on',
  },
  {
    guard: 'ages by the steady clock',
    file: 'src/server/gateway/cache/snapshots.ts',
    code: 'return Math.max(0, this.#clock.steady() - snapshot.readAt)',
    without: 'return Math.max(0, this.#clock.now() - snapshot.readAt)',
    test: 'clock-set.test.ts: changes no age of what was read, and what is old is read again',
  },
  {
    guard: 'claims by the steady clock',
    file: 'src/server/gateway/review/claims.ts',
    code: 'return Math.round(this.#clock.steady())',
    without: 'return this.#clock.now()',
    test: 'clock-set.test.ts: changes no age of drafts, no hold and no claim',
  },
  {
    guard: 'a database that is gone is no first start',
    file: 'src/server/gateway/store/known-databases.ts',
    code: 'if (known.includes(name) && !(await databaseExists(where)))',
    without: 'if (name === "")',
    test: 'src/server/gateway/store/data-folder.test.ts: that is gone where there was one is no first start',
  },
  {
    guard: 'a log is bounded',
    file: 'src/server/gateway/shared/log-file.ts',
    code: 'size > 0 && size + bytes.length > maxBytes',
    without: 'size > maxBytes * 1_000_000',
    test: 'src/server/gateway/shared/log-file.test.ts: a full log is set aside while it is written, and there are two files at most',
  },
  {
    guard: 'only the files of the build',
    file: 'src/server/gateway/http/static.ts',
    code: 'if (!item || (path === page && hashed.test(c.req.path)))',
    without: 'if (!item)',
    test: 'src/server/gateway/http/static.test.ts: %s, which is not there, is not given the page instead',
  },
  {
    guard: 'frames and scripts of others',
    file: 'src/server/gateway/http/middleware.ts',
    code: "'content-security-policy': \"default-src 'none'; frame-ancestors 'none'\"",
    without: "'x-nothing': ''",
    test: 'app.test.ts: lets nobody frame its answers',
  },
  {
    guard: 'frames of the page by others',
    file: 'src/server/gateway/http/middleware.ts',
    code: '    "frame-ancestors \'none\'",\n',
    without: '',
    test: 'src/server/gateway/http/static.test.ts: any address of the dashboard gets the page, which nobody can frame, with its inline parts allowed by their hashes only',
  },
  {
    guard: 'scripts that are not ours',
    file: 'src/server/gateway/http/middleware.ts',
    code: '["script-src \'self\'", ...scripts]',
    without: "[\"script-src 'self' 'unsafe-inline'\", ...scripts]",
    test: 'src/server/gateway/http/static.test.ts: any address of the dashboard gets the page, which nobody can frame, with its inline parts allowed by their hashes only',
  },
  {
    guard: 'other machines by https only',
    file: 'src/server/gateway/shared/configuration.ts',
    code: "    ...outside(given.HOST ?? '127.0.0.1', given.PUBLIC_URL),\n",
    without: '',
    test: 'src/server/gateway/shared/configuration.test.ts: for other machines needs an https address',
  },
  {
    guard: 'one process for one embedded database',
    file: 'src/server/database/open.ts',
    code: 'PRAGMA locking_mode = EXCLUSIVE;',
    without: '',
    test: 'src/server/gateway/ledger/crash.test.ts: lets no second one into its folder or onto its port, and that one says so in a sentence',
  },
  {
    guard: 'no wall on this machine only',
    file: 'src/server/gateway/operators/sign-in.ts',
    code: ' && configuration.publicUrl === null',
    without: '',
    test: 'src/server/gateway/operators/sign-in.test.ts: of a simulation that other machines can reach, at %s, finds the wall too',
  },
  {
    guard: 'foreign host',
    file: 'src/server/gateway/http/middleware.ts',
    code: 'if (!known) throw',
    without: 'if (!known && false) throw',
    test: 'app.test.ts: that is asked for by the name "%s" answers %i',
  },
  {
    guard: 'other site',
    file: 'src/server/gateway/http/middleware.ts',
    code: 'if (!same)\n',
    without: 'if (!same && false)\n',
    test: 'src/server/gateway/ledger/send.test.ts: from another site changes nothing',
  },
  {
    guard: 'size of a request',
    file: 'src/server/gateway/http/middleware.ts',
    code: 'const jsonBytes = 1024 * 1024',
    without: 'const jsonBytes = 1024 * 1024 * 1024',
    test: 'app.test.ts: takes no request larger than it needs, and sends nothing of it',
  },
  {
    guard: 'session',
    file: 'src/server/gateway/app.ts',
    code: "if (roles === 'public') return handler(c)",
    without: "if (roles === 'public' || !c.get('operator')) return handler(c)",
    test: 'roles.test.ts: %s is open to its roles, alone or with others, and to nobody else',
  },
  {
    guard: 'end of a session',
    file: 'src/server/gateway/operators/session-store.ts',
    code: 'if (isOver(session)) {',
    without: 'if (isOver(session) && false) {',
    test: 'src/server/gateway/operators/sign-in.test.ts: ends when nothing was done for half a day, though a page went on polling',
  },
  {
    guard: 'session of who is disabled',
    file: 'src/server/gateway/operators/session-store.ts',
    code: 'if (user.disabled) return null',
    without: '',
    test: 'src/server/gateway/operators/sign-in.test.ts: of an operator who is disabled ends within two seconds',
  },
  {
    guard: 'session that was ended elsewhere',
    file: 'src/server/gateway/operators/session-store.ts',
    code: '      forget()\n',
    without: '',
    test: 'src/server/gateway/operators/open-sessions.test.ts: ends one, or all others, and these are cut off at once',
  },
  {
    guard: 'session that asks, when all are ended',
    file: 'src/server/gateway/operators/session-store.ts',
    code: "{ field: 'id', operator: 'ne', value: mine?.id ?? '' },",
    without: '',
    test: 'src/server/gateway/operators/open-sessions.test.ts: ends one, or all others, and these are cut off at once',
  },
  {
    guard: 'sessions of others',
    file: 'src/server/gateway/operators/session-store.ts',
    code: '        where: [\n          ofOwner(operatorId),',
    without: '        where: [',
    test: 'src/server/gateway/operators/open-sessions.test.ts: cannot end this one but by signing out, nor anybody else’s',
  },
  {
    guard: 'last administrator',
    file: 'src/server/gateway/operators/administration.ts',
    code: 'if (administers(before) && !administers(after) && !others) throw lastAdministrator()',
    without: '',
    test: 'src/server/gateway/operators/administration.test.ts: keep a last administrator: nobody takes the role or the access of the only one, themselves included',
  },
  {
    guard: 'one change of operators after the other',
    file: 'src/server/gateway/operators/operators.ts',
    code: 'store.transaction().execute(async (store) => {',
    without: '(async (work: (one: Store) => Promise<KnownOperator>) => work(store))(async (store) => {',
    test: 'src/server/gateway/operators/administration.test.ts: keep a last administrator when two remove each other in the same moment, at two gateways of one store',
  },
  {
    guard: 'role',
    file: 'src/server/gateway/app.ts',
    code: 'if (!operator.roles.some((role) => roles.includes(role))) throw',
    without: 'if (operator.roles.length < 0) throw',
    test: 'roles.test.ts: %s is open to its roles, alone or with others, and to nobody else',
  },
  {
    guard: 'a cookie for https only',
    file: 'src/server/gateway/operators/authentication.ts',
    code: "useSecureCookies: address.protocol === 'https:',",
    without: 'useSecureCookies: false,',
    test: 'src/server/gateway/operators/sign-in.test.ts: who follows the first link becomes administrator once, and signs in with a password afterwards',
  },
  {
    guard: 'no token of a session is kept',
    file: 'src/server/gateway/operators/authentication.ts',
    code: "(token: string): string => createHash('sha256').update(token).digest('base64url')",
    without: '(token: string): string => token',
    test: 'src/server/gateway/operators/sign-in.test.ts: is found by a hash: who reads the database cannot use what is in it',
  },
  {
    guard: 'an open page keeps no session alive',
    file: 'src/server/gateway/app.ts',
    code: "if (method !== 'GET' && activity !== false)",
    without: "if (method !== 'GET')",
    test: 'src/server/gateway/operators/sign-in.test.ts: ends though a page goes on renewing its claim of a draft',
  },
  {
    guard: 'https once, https always',
    file: 'src/server/gateway/http/middleware.ts',
    code: "publicUrl?.protocol === 'https:' ? httpsOnly : {}",
    without: '{}',
    test: 'app.test.ts: behind an https address tells browsers to come back by https only',
  },
  {
    guard: 'old sessions end',
    file: 'src/server/gateway/operators/session-store.ts',
    code: ' || now - createdAt.getTime() > absoluteEnd',
    without: '',
    test: 'src/server/gateway/operators/sign-in.test.ts: goes on while things are done, but never beyond a week',
  },
  {
    guard: 'the session that asks',
    file: 'src/server/gateway/operators/open-sessions.ts',
    code: 'current && id === sessionId)) throw thisSession()',
    without: 'current && id === null)) throw thisSession()',
    test: 'src/server/gateway/operators/open-sessions.test.ts: cannot end this one but by signing out, nor anybody else’s',
  },
  {
    guard: 'no ready operators behind a wall',
    file: 'src/server/gateway/operators/sign-in.ts',
    code: 'if (wall() || !operator)',
    without: 'if (!operator)',
    test: 'src/server/gateway/operators/sign-in.test.ts: of a live service finds a wall: no ready operators, and no answer without a session',
  },
  {
    guard: 'a link counts once',
    file: 'src/server/gateway/operators/operators.ts',
    code: 'const roles = await invitations.use(token)\n      if (roles === null)',
    without: 'const roles = (await invitations.use(token)) ?? \'["admin"]\'\n      if (roles === null)',
    test: 'src/server/gateway/operators/strangers.test.ts: used by two in the same moment makes one operator',
  },
  {
    guard: 'whoever began comes back',
    file: 'src/server/gateway/operators/oidc.ts',
    code: "if (state === '' || query.get('state') !== state || ",
    without: 'if (',
    test: 'src/server/gateway/operators/oidc.test.ts: belongs to the browser that began it, counts once, and ends after ten minutes',
  },
  {
    guard: 'an address that the provider has checked',
    file: 'src/server/gateway/operators/oidc.ts',
    code: 'if (!email || !info.user.emailVerified)',
    without: 'if (!email)',
    test: 'src/server/gateway/operators/oidc.test.ts: with an e-mail that the provider has not verified stays outside, though it was invited',
  },
  {
    guard: 'changes of our own are recorded',
    file: 'src/server/gateway/ledger/admin-actions.ts',
    code: 'throw notRecorded()',
    without: 'void notRecorded()',
    test: 'src/server/gateway/ledger/disk.test.ts: a call is not placed and says so, reading goes on, and it recovers by itself',
  },
  {
    guard: 'our own key stays',
    file: 'src/server/gateway/operations/simulation.ts',
    code: 'if (key.fingerprint === own)',
    without: 'if (key.fingerprint === null)',
    test: 'src/server/gateway/operators/administration.test.ts: are created, shown once, and revoked; our own stays',
  },
  {
    guard: 'figures for who may have them',
    file: 'src/server/gateway/operations/metrics.ts',
    code: 'isLoopback(address) : same(given, metricsToken)) return',
    without: 'isLoopback(address) : true) return',
    test: 'src/server/gateway/operations/metrics.test.ts: needs the token, or without one to be on the machine with no proxy before it',
  },
  {
    guard: 'not ready is said',
    file: 'src/server/gateway/operations/readiness.ts',
    code: 'if (reasons.length > 0)',
    without: 'if (reasons.length < 0)',
    test: 'src/server/gateway/operations/metrics.test.ts: is told whether it can work, and every reason why not',
  },
  {
    guard: 'an export is one’s own',
    file: 'src/server/gateway/batches/exports.ts',
    code: 'filter(({ operatorId }) => operatorId === operator.id)',
    without: 'filter(({ operatorId }) => operatorId !== null || operator)',
    test: 'src/server/gateway/batches/exports.test.ts: what one operator exports is nobody else’s, and a stopped export asks for no further page',
  },
  {
    guard: 'signature of an event',
    file: 'src/server/gateway/operations/webhooks.ts',
    code: 'if (!isSigned(secret, body, signature)) {',
    without: 'if (isSigned === null) {',
    test: 'src/server/gateway/operations/webhooks.test.ts: whose signature is %s is refused before it is read, and changes nothing',
  },
  {
    guard: 'the workspace of an event',
    file: 'src/server/gateway/operations/webhooks.ts',
    code: 'const workspace = named ?? only\n',
    without: 'const workspace = workspaces[0]?.id ?? null\n',
    test: 'src/server/gateway/operations/webhooks.test.ts: of one of several workspaces is known in that one, by the address it came to',
  },
  {
    guard: 'paths that have a way of their own',
    file: 'src/server/gateway/app.ts',
    code: 'if (through === undefined) app.on',
    without: 'if (through !== null) app.on',
    test: 'app.test.ts: is not a way to the two paths that have one of their own, nor to paths outside the contract',
  },
  {
    guard: 'an administrator is made by who has shown who they are',
    file: 'src/server/gateway/operators/administration.ts',
    code: "if (roles.includes('admin')) await confirmation.check(by)",
    without: '',
    test: 'src/server/gateway/operators/access-history.test.ts: asks for one’s own password: by an invitation, a role, and by enabling one again',
  },
  {
    guard: 'also of one who was disabled',
    file: 'src/server/gateway/operators/administration.ts',
    code: '!administers(before) && administers(afterOf(before, wanted))',
    without: "!before.roles.includes('admin') && administers(afterOf(before, wanted))",
    test: 'src/server/gateway/operators/access-history.test.ts: asks for one’s own password: by an invitation, a role, and by enabling one again',
  },
  {
    guard: 'with their own password',
    file: 'src/server/gateway/operators/confirmation.ts',
    code: 'if (!(await operators.isPasswordOf(operator.id, password))) throw wrongPassword()',
    without: '',
    test: 'src/server/gateway/operators/access-history.test.ts: asks for one’s own password: by an invitation, a role, and by enabling one again',
  },
  {
    guard: 'which cannot be guessed',
    file: 'src/server/gateway/operators/confirmation.ts',
    code: 'limits.attempt(attempt)\n',
    without: '',
    test: 'src/server/gateway/operators/access-history.test.ts: takes a few wrong passwords, then none for a while',
  },
  {
    guard: 'or at the provider, a moment ago',
    file: 'src/server/gateway/operators/confirmation.ts',
    code: 'if (!(await operators.sessions.isConfirmed(cookie))) throw missing.provider()',
    without: '',
    test: 'src/server/gateway/operators/oidc.test.ts: an administrator without a password makes another one after signing in again at the provider',
  },
  {
    guard: 'by themselves',
    file: 'src/server/gateway/operators/sign-in.ts',
    code: "if ((await operators.ownerOf(account)) !== c.get('operator')?.id) throw",
    without: "if ((await operators.ownerOf(account)) === '') throw",
    test: 'src/server/gateway/operators/oidc.test.ts: an administrator without a password makes another one after signing in again at the provider',
  },
  {
    guard: 'failures fill no disk',
    file: 'src/server/gateway/operators/access-history.ts',
    code: 'if (hasRow(count)) await write',
    without: 'await write',
    test: 'src/server/gateway/operators/access-history.test.ts: grows little while somebody tries passwords, and never holds what they typed',
  },
  {
    guard: 'what is done in Switchboard is for administrators',
    file: 'src/server/gateway/ledger/effects.ts',
    code: "roles.includes('admin') ? every : every.where('e.endpoint', 'in', onService)",
    without: 'roles.length > 0 ? every : every',
    test: 'src/server/gateway/operators/access-history.test.ts: is for administrators, and so is what they do in Switchboard wherever it is shown',
  },
  {
    guard: 'few passwords are checked at once',
    file: 'src/server/gateway/operators/password-queue.ts',
    code: '!first && waiting.length >= mostWaiting',
    without: '!first && waiting.length < 0',
    test: 'src/server/gateway/operators/password-queue.test.ts: passwords are checked two at a time, whoever is known goes first, and strangers beyond forty are turned away',
  },
  {
    guard: 'failed sign-ins',
    file: 'src/server/gateway/operators/sign-in-throttle.ts',
    code: 'account: 5,',
    without: 'account: 5_000,',
    test: 'src/server/gateway/operators/sign-in.test.ts: is refused after five wrong passwords, also at once, for a while; nothing tells whether the account exists',
  },
  {
    guard: 'failed sign-ins from one place',
    file: 'src/server/gateway/operators/sign-in-throttle.ts',
    code: 'if (place !== null) count(place, free.place)',
    without: '',
    test: 'src/server/gateway/operators/sign-in-throttle.test.ts: a place waits after twenty, whichever accounts were tried, and no other place does',
  },
  {
    guard: 'a /64 is one place',
    file: 'src/server/gateway/operators/sign-in-throttle.ts',
    code: '.slice(0, 4).join',
    without: '.join',
    test: 'src/server/gateway/operators/strangers.test.ts: with a /64 of addresses is one stranger',
  },
  {
    guard: 'places and accounts are counted in a bounded room',
    file: 'src/server/gateway/operators/sign-in-throttle.ts',
    code: 'const mostCounted = 10_000',
    without: 'const mostCounted = 100_000',
    test: 'src/server/gateway/operators/sign-in-throttle.test.ts: what is counted takes a bounded room, however many try',
  },
  {
    guard: 'failures elsewhere keep nobody out',
    file: 'src/server/gateway/operators/sign-in-throttle.ts',
    code: "keyOf('place', place, account)",
    without: "keyOf('place', account)",
    test: 'src/server/gateway/operators/strangers.test.ts: keeps nobody out: neither from elsewhere, nor at the same place in a browser that has signed in before',
  },
  {
    guard: 'a known browser is known for its own accounts only',
    file: 'src/server/gateway/operators/known-browsers.ts',
    code: 'id !== undefined && proofs.includes(proofOf(id, email)) ? id : null',
    without: 'id !== undefined && proofs.length > 0 && email !== proofOf.name ? id : null',
    test: 'src/server/gateway/operators/strangers.test.ts: gets no use of a known browser’s cookie for another account, nor for more than a few tries',
  },
  {
    guard: 'signing in takes little',
    file: 'src/server/gateway/http/middleware.ts',
    code: 'if (publicPaths.has(path)) return limitPublic',
    without: '',
    test: 'src/server/gateway/operators/strangers.test.ts: cannot send more than signing in takes',
  },
  {
    guard: 'a request that broke off is no fault of ours',
    file: 'src/server/gateway/http/middleware.ts',
    code: 'throw isRead || error instanceof Refusal ? error : brokenOff()',
    without: 'throw error',
    test: 'src/server/gateway/http/bodies.test.ts: an upload that the browser breaks off is no fault of ours: it is not logged as one, and not counted as 500',
  },
  {
    guard: 'ten characters of the key are masked, no English word',
    file: 'src/server/gateway/upstream/client.ts',
    code: 'const shortestPiece = 10',
    without: 'const shortestPiece = 6',
    test: 'src/server/gateway/http/bodies.test.ts: ten characters of the key are masked in a refusal, an English word that is part of it is not',
  },
  {
    guard: 'the length of an e-mail before its form',
    file: 'src/contract/shared/wire.ts',
    code: 'z.maxLength(254, { abort: true })',
    without: 'z.maxLength(254)',
    test: 'src/server/gateway/operators/strangers.test.ts: cannot hold the process with a long text: its length is checked before its form',
  },
  {
    guard: 'a link is checked before its e-mail',
    file: 'src/server/gateway/operators/operators.ts',
    code: 'if (!invitation) throw linkUsed()\n      if ((invitation.email ??',
    without: 'if ((invitation?.email ??',
    test: 'src/server/gateway/operators/strangers.test.ts: is checked before anything is said about an e-mail, and who has none is told one thing',
  },
  {
    guard: 'failed sign-ins at once',
    file: 'src/server/gateway/operators/sign-in.ts',
    code: 'limits.attempt(attempt)\n    const done = await act()',
    without: 'const done = await act()\n    limits.attempt(attempt)',
    test: 'src/server/gateway/operators/sign-in.test.ts: is refused after five wrong passwords, also at once, for a while; nothing tells whether the account exists',
  },
  {
    guard: 'the same work for an account that is not there',
    file: 'src/server/gateway/operators/operators.ts',
    code: ': void (await passwords.hash(password))',
    without: ': false',
    test: 'src/server/gateway/operators/sign-in.test.ts: is refused after five wrong passwords, also at once, for a while; nothing tells whether the account exists',
  },
  {
    guard: 'ids in paths',
    file: 'src/server/gateway/http/parse.ts',
    code: 'if (!idPattern.test(value)) throw',
    without: "if (value === '') throw",
    test: 'src/server/gateway/cache/reads.test.ts: cannot smuggle a path through an id',
  },
  {
    guard: 'fields that nobody knows',
    file: 'src/server/gateway/http/parse.ts',
    code: '  if (parsed.success) return parsed.data\n  throw refuseFields',
    without: '  if (parsed.success || value) return value\n  throw refuseFields',
    test: 'src/server/gateway/ledger/send.test.ts: with a field that the contract does not know is refused, and the field is named',
  },
  {
    guard: 'only workspaces of the configuration',
    file: 'src/server/gateway/routes/service.ts',
    code: 'wanted === undefined || id === wanted',
    without: 'wanted !== null || id',
    test: 'src/server/gateway/cache/reads.test.ts: of one workspace is never served another workspace',
  },
  {
    guard: 'an answer about something else',
    file: 'src/server/gateway/http/parse.ts',
    code: '  if (endpoint.about && !isAbout(endpoint.about, answer, params)) throw unreadable()\n',
    without: '',
    test: 'src/server/gateway/upstream/unrelated-answers.test.ts: stays as it was last read, with its age, while the service answers something unrelated',
  },
  {
    guard: 'a reading is of its workspace',
    file: 'src/server/gateway/cache/snapshots.ts',
    code: 'byName(Object.entries(read.query)), read.workspace])',
    without: 'byName(Object.entries(read.query))])',
    test: 'src/server/gateway/cache/reads.test.ts: of one workspace is never served another workspace',
  },
  {
    guard: 'a service that refuses the key is left alone',
    file: 'src/server/gateway/cache/snapshots.ts',
    code: 'if (!this.#state.tries(this.#clock.steady())) throw this.#notNow()',
    without: '',
    test: 'src/server/gateway/cache/reads.test.ts: a service that refuses the key is asked once a minute, whatever is looked at, and found again when it takes it',
  },
  {
    guard: 'a service that answers with errors is left alone',
    file: 'src/server/gateway/upstream/health.ts',
    code: 'if (!keyRefused && this.#judge()) return',
    without: 'if (!keyRefused && this.#judge() && false) return',
    test: 'src/server/gateway/upstream/health.test.ts: is down at the fifth of the last ten, over two endpoints: %i',
  },
  {
    guard: 'a lost command pauses no reading',
    file: 'src/server/gateway/upstream/health.ts',
    code: "(kind === 'command' || exchange.why",
    without: '(exchange.why',
    test: 'src/server/gateway/cache/reads.test.ts: reads on though commands were lost on their way and answers were too large: the service is there',
  },
  {
    guard: 'no number is kept with a reading',
    file: 'src/server/gateway/cache/persistence.ts',
    code: ' || hasNumber(read)) return',
    without: ') return',
    test: 'src/server/gateway/cache/persistence.test.ts: has no reading whose own words hold a number, and nothing that is not there any more',
  },
  {
    guard: 'a share of the reads for each',
    file: 'src/server/gateway/upstream/queue.ts',
    code: "lane === 'reads' ? shares.nextAt(personOf(who), at, before) : at",
    without: "lane === 'reads' && before < 0 ? shares.nextAt(personOf(who), at, before) : at",
    test: 'src/server/gateway/upstream/queue.test.ts: one of two has half of it, whatever they ask for, and the other finds theirs',
  },
  {
    guard: 'a bound to what one person watches',
    file: 'src/server/gateway/cache/poller.ts',
    code: 'if (own.size <= mostOfOne) return',
    without: 'if (own.size > 0) return',
    test: 'src/server/gateway/cache/poller.test.ts: one person watches at most a hundred things: those they looked at last, and what others look at',
  },
  {
    guard: 'one reading for everybody',
    file: 'src/server/gateway/cache/snapshots.ts',
    code: 'if (joined) return joined',
    without: 'if (joined && false) return joined',
    test: 'src/server/gateway/cache/reads.test.ts: with forty-nine others costs what one costs',
  },
  {
    guard: 'key of an intention',
    file: 'src/server/gateway/ledger/ledger.ts',
    code: 'if (!key || key.length > 200) throw keyRequired()',
    without: 'key ??= randomUUID()',
    test: 'src/server/gateway/ledger/send.test.ts: without a key, or with a key that was used for something else, is not sent',
  },
  {
    guard: 'key of several cancels',
    file: 'src/server/gateway/routes/batches.ts',
    code: 'if (!key) throw keyRequired()\n',
    without: '',
    test: 'src/server/gateway/batches/stop.test.ts: a manager stops three batches at once, and is told of each what became of it',
  },
  {
    guard: 'repeat joins what is under way',
    file: 'src/server/gateway/ledger/ledger.ts',
    code: '    if (joined) {\n',
    without: '    if (joined && false) {\n',
    test: 'src/server/gateway/ledger/send.test.ts: that is sent again with its key has one effect and one answer, also while it is under way',
  },
  {
    guard: 'repeat after the end',
    file: 'src/server/gateway/ledger/ledger.ts',
    code: 'if (before) return await this.#repeat(before, body)',
    without: 'if (before) effect.key = randomUUID()',
    test: 'src/server/gateway/ledger/send.test.ts: that is sent again with its key has one effect and one answer, also while it is under way',
  },
  {
    guard: 'other body under a key',
    file: 'src/server/gateway/ledger/ledger.ts',
    code: 'if (before.body !== body) throw otherBody()\n    if',
    without: 'if',
    test: 'src/server/gateway/ledger/send.test.ts: without a key, or with a key that was used for something else, is not sent',
  },
  {
    guard: 'one live effect on a thing',
    file: 'src/server/gateway/ledger/ledger.ts',
    code: 'throw new TargetTaken()',
    without: 'return',
    test: 'src/server/gateway/ledger/send.test.ts: whose answer was %s is unknown, blocks its target, and is never sent again',
  },
  {
    guard: 'recorded before it is sent',
    file: 'src/server/gateway/ledger/ledger.ts',
    code: 'if (!intention.always) throw this.#unrecorded(effect, intention.ended)',
    without: '',
    test: 'src/server/gateway/ledger/disk.test.ts: a call is not placed and says so, reading goes on, and it recovers by itself',
  },
  {
    guard: 'a cancel in any case',
    file: 'src/server/gateway/ledger/ledger.ts',
    code: 'if (!intention.always) throw this.#unrecorded(effect, intention.ended)',
    without: 'throw this.#unrecorded(effect, intention.ended)',
    test: 'src/server/gateway/ledger/disk.test.ts: a batch can still be cancelled',
  },
  {
    guard: 'a start time that has passed',
    file: 'src/server/gateway/batches/launches.ts',
    code: '      refusePast(fields.scheduledAt, this.#clock.now())\n',
    without: '',
    test: 'src/server/gateway/batches/launches.test.ts: for a time that has passed is refused, and nothing is sent; a minute of difference between clocks is none',
  },
  {
    guard: 'people who are called already, when a start is asked for',
    file: 'src/server/gateway/batches/launches.ts',
    code: 'if (found.places.length > meant) throw listCalledBefore(found, total, this.#clock.now())',
    without: '',
    test: 'src/server/gateway/contacts/contacts.test.ts: are named before a start, though the list has two more or another agent; left out or meant, they go',
  },
  {
    guard: 'people who are called already, when a start is recorded',
    file: 'src/server/gateway/batches/launches.ts',
    code: 'refuseMore(await this.#contacts.findAgain(store, hashes, found))',
    without: '',
    test: 'src/server/gateway/contacts/contacts.test.ts: are found inside the record: of two managers with overlapping lists in one moment the second is told',
  },
  {
    guard: 'rows that cannot be called',
    file: 'src/server/gateway/batches/launch-checks.ts',
    code: 'if (problems.length > 0 || recipients.length === 0) {',
    without: 'if (recipients.length < 0) {',
    test: 'src/server/gateway/batches/launches.test.ts: of a file with a row that cannot be called is refused with that row, and nothing is sent',
  },
  {
    guard: 'the same number, soon again',
    file: 'src/server/gateway/calls/placed-calls.ts',
    code: 'if (found.places.length > 0 && !again) throw numberCalledBefore(found.by, clock.now())',
    without: '',
    test: 'src/server/gateway/calls/placed-calls.test.ts: that was looked at before a colleague called, and recorded after, does not ring again: the same %s',
  },
  {
    guard: 'the others go once',
    file: 'src/server/gateway/batches/remainders.ts',
    code: 'if (Number(numUpdatedRows) === 0) throw gone()',
    without: '',
    test: 'src/server/gateway/batches/remainders.test.ts: a manager calls the first ten, and the others go only on a word, once, whoever says it',
  },
  {
    guard: 'words of a decision',
    file: 'src/server/gateway/review/refusals.ts',
    code: "throw refusal({ status: 400, code: 'invalid_message', message, fields })",
    without: 'void [message, fields]',
    test: 'src/server/gateway/review/decisions.test.ts: without its words, or with words that it does not use, is not taken',
  },
  {
    guard: 'a colleague was first',
    file: 'src/server/gateway/review/decision-check.ts',
    code: 'if (standing) throw alreadyDecided',
    without: 'if (standing) void alreadyDecided',
    test: 'src/server/gateway/review/decisions.test.ts: that was looked at before a colleague %s this, and recorded after, is refused with their name',
  },
  {
    guard: 'the text that was seen',
    file: 'src/server/gateway/review/decision-check.ts',
    code: 'if (hashOf(message.message) !== seen.textHash)',
    without: 'if (message.message === null)',
    test: 'src/server/gateway/review/decisions.test.ts: nothing is sent when %s, and the reviewer is told',
  },
  {
    guard: 'the customer who wrote',
    file: 'src/server/gateway/review/decision-check.ts',
    code: 'if (lastInbound(conversation) !== seen.lastInbound)',
    without: "if (seen.lastInbound === 'never')",
    test: 'src/server/gateway/review/decisions.test.ts: nothing is sent when %s, and the reviewer is told',
  },
  {
    guard: 'a decision is its reviewer’s',
    file: 'src/server/gateway/review/decisions.ts',
    code: "if (row.operator_id !== operator.id && !operator.roles.includes('admin')) throw",
    without: 'if (row.operator_id === null) throw',
    test: 'src/server/gateway/review/decisions.test.ts: after sending says that it is too late; of a colleague needs the colleague, or an administrator',
  },
  {
    guard: 'what was read is what is sent',
    file: 'src/server/gateway/review/send-decision.ts',
    code: 'if (problem) return await stop(row, problem)',
    without: '',
    test: 'src/server/gateway/review/decision-outcomes.test.ts: can still be undone, and is read again before it goes',
  },
  {
    guard: 'undone is not sent',
    file: 'src/server/gateway/review/send-decision.ts',
    code: 'if (!begun) return over',
    without: '',
    test: 'src/server/gateway/review/decision-outcomes.test.ts: undone while the conversation is read once more, a decision leaves no effect',
  },
  {
    guard: 'a draft in one hand',
    file: 'src/server/gateway/review/claims.ts',
    code: "eb('claims.until', '<=', now)",
    without: "eb('claims.until', '>=', now)",
    test: 'src/server/gateway/review/claims.test.ts: of twenty workers over a hundred drafts: none is held twice, and none is left',
  },
  {
    guard: 'places in the budget',
    file: 'src/server/gateway/upstream/queue.ts',
    code: 'if (hasShare && !overtaken(lane, at) && budget.allows(lane, at))',
    without: 'if (hasShare && !overtaken(lane, at))',
    test: 'src/server/gateway/upstream/queue.test.ts: a read waits for its place, and one that would wait in vain is told at once',
  },
  {
    guard: 'nothing goes without a place',
    file: 'src/server/gateway/upstream/ask.ts',
    code: 'if (!sent) {',
    without: 'if (sent === undefined) {',
    test: 'src/server/gateway/cache/reads.test.ts: is given snapshots during a storm of 429, and commands are told at once that nothing was sent',
  },
  {
    guard: 'a pause where the service asks for one',
    file: 'src/server/gateway/upstream/ask.ts',
    code: 'if (refused || after !== undefined) {',
    without: 'if (refused && after === null) {',
    test: 'src/server/gateway/cache/reads.test.ts: is given snapshots during a storm of 429, and commands are told at once that nothing was sent',
  },
  {
    guard: 'who waits to cancel holds up no stop',
    file: 'src/server/gateway/ledger/send.ts',
    code: '{ signal: stopping }',
    without: '{}',
    test: 'src/server/gateway/batches/stop.test.ts: a cancel that waits until the service takes it is told at once that nothing was cancelled when Switchboard stops',
  },
  {
    guard: 'a connection of its own',
    file: 'src/server/gateway/upstream/client.ts',
    code: "outgoing.kind === 'command' ? command(outgoing) : read(outgoing)",
    without: 'read(outgoing)',
    test: 'src/server/gateway/upstream/client.test.ts: never goes out on a connection that something else has used',
  },
  {
    guard: 'time to connect, of a command',
    file: 'src/server/gateway/upstream/client.ts',
    code: 'const connect = buildConnector({ timeout })',
    without: 'const connect = buildConnector({})',
    test: 'src/server/gateway/upstream/client.test.ts: never accepts a connection is given up on when the time to connect is over, and had nothing sent to it',
  },
  {
    guard: 'time to connect, of a reading',
    file: 'src/server/gateway/upstream/client.ts',
    code: ' connect: { timeout: limits.connect },',
    without: '',
    test: 'src/server/gateway/upstream/client.test.ts: never accepts a connection is given up on when the time to connect is over, and had nothing sent to it',
  },
  {
    guard: 'deadlines',
    file: 'src/server/gateway/upstream/client.ts',
    code: "signal: AbortSignal.timeout(outgoing.kind === 'read' ? limits.read : limits.write),",
    without: '',
    test: 'src/server/gateway/upstream/client.test.ts: drips an endless answer is cut at the deadline',
  },
  {
    guard: 'size of an answer',
    file: 'src/server/gateway/upstream/client.ts',
    code: 'if (size > most) throw new TooLarge()',
    without: '',
    test: 'src/server/gateway/upstream/client.test.ts: sends more than we read is cut off',
  },
  {
    guard: 'the key stays here',
    file: 'src/server/gateway/upstream/client.ts',
    code: 'body: withoutKey(await readBody(response.body, limits.bytes), response.statusCode),',
    without: 'body: await readBody(response.body, limits.bytes),',
    test: 'app.test.ts: shows the key nowhere',
  },
  {
    guard: 'unknown is not refused',
    file: 'src/server/gateway/ledger/send.ts',
    code: 'const uncertain = new Set([408, 409])',
    without: 'const uncertain = new Set<number>()',
    test: 'src/server/gateway/ledger/send.test.ts: that the service answers with %i is %s',
  },
  {
    guard: 'a 2xx shows what was asked for',
    file: 'src/server/gateway/ledger/send.ts',
    code: 'if (endpoint.effect?.shows(answer as never, { params, body }))',
    without: 'if (endpoint.effect)',
    test: 'src/server/gateway/ledger/command-outcomes.test.ts: with an %s 2xx is unknown, and never done',
  },
  {
    guard: 'after a crash it is unknown',
    file: 'src/server/gateway/ledger/effects.ts',
    code: 'if (cut.length === 0) return',
    without: 'if (cut.length >= 0) return',
    test: 'src/server/gateway/ledger/crash.test.ts: while a call is being placed leaves it unknown, blocks its number, sends nothing again, and remembers the budget',
  },
  {
    guard: 'who may settle',
    file: 'src/server/gateway/ledger/effects.ts',
    code: "if (allowed !== 'public' && !operator.roles.some((role) => allowed.includes(role)))",
    without: "if (allowed === 'public')",
    test: 'src/server/gateway/ledger/send.test.ts: that is unknown is settled once by somebody who may use it, with a reason',
  },
  {
    guard: 'only a reading that shows it settles',
    file: 'src/server/gateway/ledger/recheck.ts',
    code: 'if (await entry.shows(snapshot)) {',
    without: 'if ((await entry.shows(snapshot)) || entry.turn > 0) {',
    test: 'src/server/gateway/review/decision-outcomes.test.ts: by a service that is slow is not taken for one that did not happen',
  },
  {
    guard: 'an unknown creation is looked for before another is sent',
    file: 'src/server/gateway/ledger/record-writes.ts',
    code: 'if (!snapshot && isCreation) throw',
    without: 'if (!snapshot && isCreation && params === null) throw',
    test: 'src/server/gateway/ledger/record-writes.test.ts: that was a creation is not sent again while the service cannot be read to check for it',
  },
  {
    guard: 'rechecks leave half of the budget to people',
    file: 'src/server/gateway/ledger/recheck.ts',
    code: 'if (now < askedAt + gapWhenBusy && isBusy(now))',
    without: 'if (now < 0 && isBusy(now))',
    test: 'src/server/gateway/ledger/record-writes.test.ts: leaves half of the budget to people, however many there are',
  },
  {
    guard: 'a storm uses up no look',
    file: 'src/server/gateway/ledger/recheck.ts',
    code: "if (error instanceof Refusal && error.code === 'over_budget')",
    without: "if (error instanceof Refusal && error.code === 'nothing')",
    test: 'src/server/gateway/ledger/record-writes.test.ts: in a storm of 429 is looked at when the storm is over',
  },
  {
    guard: 'history only grows',
    file: 'src/server/gateway/store/migrations/01-ledger-and-registry.ts',
    code: "await onlyGrows(db, 'history')",
    without: '',
    test: 'src/server/gateway/ledger/disk.test.ts: no row of the history can be changed or deleted, whoever tries',
  },
  {
    guard: 'no number and no address in the log',
    file: 'src/server/gateway/shared/log.ts',
    code: 'formatters: { log: maskedFields } ',
    without: '',
    test: 'secrets.test.ts: the key, or a piece of it, is in no answer and no line of the log; no number and no address is in the log',
  },
]

/** Its test's file and name. */
export const testOf = ({ test }: Guard): { file: string; name: string } => {
  const [file = '', ...name] = test.split(': ')
  return { file, name: name.join(': ') }
}

/** Whether the test fails without the guard. */
function isMissed(guard: Guard): boolean {
  const path = pathOf(guard.file)
  const text = readFileSync(path, 'utf8')
  const { file, name } = testOf(guard)
  const pattern = name.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&').replaceAll(/%[sij]/g, '.+')
  const [runner, ...words] = isStory(file)
    ? ['playwright', 'test', pathOf(file), '--project=embedded', '--reporter=line', '-g', pattern]
    : ['vitest', 'run', pathOf(file), '-t', pattern, '--reporter=dot']
  try {
    writeFileSync(
      path,
      text.replace(guard.code, () => guard.without),
    )
    const { status, stdout } = spawnSync(runner, words, { encoding: 'utf8' })
    return status !== 0 && /Tests .*failed|\d failed/.test(stdout)
  } finally {
    writeFileSync(path, text)
  }
}

if (import.meta.main) {
  const words = process.argv.slice(2)
  for (const guard of guards) {
    if (words.length > 0 && !words.some((word) => guard.guard.includes(word))) continue
    const missed = isMissed(guard)
    console.log(`${missed ? 'missed    ' : 'NOT MISSED'}  ${guard.guard}  (${guard.test})`)
    if (!missed) process.exitCode = 1
  }
}
