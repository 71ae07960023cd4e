/**
 * Creates one gateway from its modules, connected to one service and one database. Opens no port. Longer than 300 lines, since it is the
 * one place where each module is created and passed to the modules that use it.
 */

import { type Operator, pageLimit, usualCallingRules } from '#contract/index.ts'
import { createExpiredAccess } from './accounts/expired-access.ts'
import { createOperatorDetail } from './accounts/operator-detail.ts'
import { createOwnAccount } from './accounts/own-account.ts'
import { createPasskeys } from './accounts/passkeys.ts'
import { makeTerminalLink } from './accounts/password-link-rows.ts'
import { createPasswordLinks } from './accounts/password-links.ts'
import { accountRoutes } from './accounts/routes.ts'
import { createApp } from './app.ts'
import { createAutomation } from './automation/automation.ts'
import { createApprovals } from './batches/approvals.ts'
import { createCallPages } from './batches/call-pages.ts'
import { createCheckFile } from './batches/checked-file.ts'
import { createClosings } from './batches/closings.ts'
import { createExports } from './batches/exports.ts'
import { createLaunches } from './batches/launches.ts'
import { createPreparedBatches, waitsForPerson } from './batches/prepared-batches.ts'
import { createStartPrepared } from './batches/prepared-starts.ts'
import { batchRoutes } from './batches/routes.ts'
import { createStartSender } from './batches/starts.ts'
import { createSnapshots } from './cache/cached-reads.ts'
import { openCapabilities } from './cache/capabilities.ts'
import { createChangeLog } from './cache/change-log.ts'
import { openPersistedReads } from './cache/persisted-reads.ts'
import { createPoller } from './cache/poller.ts'
import { type Read } from './cache/read.ts'
import { createReadSharing } from './cache/shared-reads.ts'
import { createSharedViews } from './cache/shared-views.ts'
import { createCalledBeforeRule } from './calling-rules/called-before.ts'
import { createDoNotCallRule } from './calling-rules/do-not-call.ts'
import { createHoursRule } from './calling-rules/hours-rule.ts'
import { createOverLimitRule } from './calling-rules/over-limit.ts'
import { createRecipientRules } from './calling-rules/recipient-rules.ts'
import { callingRuleRoutes } from './calling-rules/routes.ts'
import { createSecondPersonRule, mayApprove } from './calling-rules/second-person.ts'
import { createCallingRuleSetting } from './calling-rules/setting.ts'
import { createSharedLookup } from './calling-rules/shared-lookup.ts'
import { createCallNotes } from './calls/call-notes.ts'
import { createCallNotices } from './calls/call-notices.ts'
import { createCallOutcomes } from './calls/call-outcomes.ts'
import { sightingsIn } from './calls/call-sightings.ts'
import { createCallViewers } from './calls/call-viewers.ts'
import { createConcernSetting } from './calls/concern-setting.ts'
import { createKeptCalls } from './calls/kept-calls.ts'
import { createLiveCalls } from './calls/live-calls.ts'
import { createPlacedCalls } from './calls/placed-calls.ts'
import { callRoutes } from './calls/routes.ts'
import type { Cluster } from './cluster/cluster.ts'
import { createSingleGateway } from './cluster/single-gateway.ts'
import { createContacts } from './contacts/contacts.ts'
import { createDoNotCall } from './contacts/do-not-call.ts'
import { createDoNotCallFiles } from './contacts/do-not-call-import.ts'
import { assertMayDraftTo } from './contacts/draft-recipient.ts'
import { numberHash } from './contacts/number-hash.ts'
import { doNotCallRoutes } from './contacts/routes.ts'
import { batchResultRoutes } from './facts/batch-result-routes.ts'
import { createBatchRows, firstPositionIn } from './facts/batch-rows.ts'
import { correctedOutcomes } from './facts/call-corrections.ts'
import { createCallFacts } from './facts/call-facts.ts'
import { costRoutes } from './facts/cost-routes.ts'
import { completeDecisionFacts, insertDecisionFact } from './facts/decision-facts.ts'
import { knownRowsOf } from './facts/find-batch-rows.ts'
import { figureListRoutes } from './facts/lists/routes.ts'
import { createOutcomesOfCalls } from './facts/outcome-of-call.ts'
import { requestAnswerRoutes } from './facts/request-answer-routes.ts'
import { factRoutes } from './facts/routes.ts'
import { createAnswerCache } from './http/answer-cache.ts'
import { dashboardVersion } from './http/static.ts'
import { createActionRecorder } from './ledger/admin-actions.ts'
import { createEffects } from './ledger/effects.ts'
import { createLedger } from './ledger/ledger.ts'
import { createRechecks, defaultCheckDelaysMs } from './ledger/recheck.ts'
import { createWrites } from './ledger/record-writes.ts'
import { effectRoutes } from './ledger/routes.ts'
import { createStopSwitch } from './ledger/stop-switch.ts'
import { createSubjects } from './ledger/subjects.ts'
import { createWriteQueue } from './ledger/write-queue.ts'
import type { StorePlace } from './maintenance/backup.ts'
import { createBackups } from './maintenance/backups.ts'
import { createRestoredNotice } from './maintenance/restored-notice.ts'
import { maintenanceRoutes } from './maintenance/routes.ts'
import { createAudit } from './operations/audit.ts'
import { createConnectionTest, fingerprintOf, probe } from './operations/connection-test.ts'
import { createDeliveryCounts } from './operations/delivery-counts.ts'
import { createMetrics } from './operations/metrics.ts'
import { createReadiness } from './operations/readiness.ts'
import { operationRoutes } from './operations/routes.ts'
import { createSimulation, type EmbeddedService } from './operations/simulation.ts'
import { createWebhooks } from './operations/webhooks.ts'
import { createAccessHistory } from './operators/access-history.ts'
import { createOperatorAdministration } from './operators/administration.ts'
import { createConfirmation } from './operators/confirmation.ts'
import { demoOperators } from './operators/demo-operators.ts'
import { createKnownBrowsers } from './operators/known-browsers.ts'
import { createProvider } from './operators/oidc.ts'
import { createOpenSessions } from './operators/open-sessions.ts'
import { createOperators } from './operators/operators.ts'
import { operatorRoutes } from './operators/routes.ts'
import { verifiedForMs } from './operators/session-store.ts'
import { createSessions } from './operators/sign-in.ts'
import { createSignInLimits } from './operators/sign-in-throttle.ts'
import { createPeople } from './people/people.ts'
import { createPersonIds } from './people/person-id.ts'
import { createReviewContexts } from './people/review-context.ts'
import { peopleRoutes } from './people/routes.ts'
import { batchNames, type NewBatch, progressIn } from './registry/batches.ts'
import { openConversations } from './registry/conversations.ts'
import { createFindNames } from './registry/find-missing-names.ts'
import { openRegistry } from './registry/registry.ts'
import { registryRoutes } from './registry/routes.ts'
import { createClaims } from './review/claims.ts'
import { createDecisions } from './review/decisions.ts'
import { createReviewQueue } from './review/queue.ts'
import { createReviewRuleSetting } from './review/review-rules.ts'
import { reviewRoutes } from './review/routes.ts'
import { createSecondReview } from './review/second-review.ts'
import { createSnippetSetting } from './review/snippets.ts'
import { savedViewRoutes } from './saved-views/routes.ts'
import { createSavedViews } from './saved-views/saved-views.ts'
import { createCommands } from './service-endpoints/commands.ts'
import { serviceRoutes } from './service-endpoints/routes.ts'
import { type Clock, dateOf } from './shared/clock.ts'
import type { Configuration, Workspace } from './shared/configuration.ts'
import type { Log } from './shared/log.ts'
import { createMemo } from './shared/memo.ts'
import { ensureSetting } from './store/settings.ts'
import type { Store } from './store/store.ts'
import { shareActiveOperators } from './upstream/active-operators.ts'
import { createBudget } from './upstream/budget.ts'
import { createRequestService } from './upstream/budgeted-request.ts'
import { createUpstream, type UpstreamLimits } from './upstream/http-client.ts'
import { createRequestHistory } from './upstream/request-history.ts'
import { openOwnSlots } from './upstream/request-log.ts'
import { createRequestQueue } from './upstream/request-queue.ts'
import { createServiceDriftLog } from './upstream/service-drift.ts'
import { createServiceHealth } from './upstream/service-health.ts'
import { openSharedSlots } from './upstream/shared-slots.ts'
import { createRestore } from './versions/restore.ts'
import { versionRoutes } from './versions/routes.ts'
import { createVersions } from './versions/versions.ts'
import { createVersionsInUse } from './versions/versions-in-use.ts'

export interface Connection {
  url: URL
  apiKey: string
  workspaces: Workspace[]
}

export interface GatewayOptions {
  configuration: Configuration
  connection: Connection
  /** Closed together with the gateway. */
  store: Store
  /** Where the database file is; null for PostgreSQL, which this gateway cannot back up. */
  place?: StorePlace | null
  /** The gateways that share the database. Default: this is the only one. */
  cluster?: Cluster
  /** The folder of the built dashboard; null: another program serves it. */
  dashboard: string | null
  clock: Clock
  log: Log
  random: () => number
  /** Batches to register at the start: those that a simulation begins with. */
  seed?: Pick<NewBatch, 'batchId' | 'name' | 'agentId'>[]
  /** Conversations to register at the start, where the simulation cannot list its own. */
  seedConversations?: string[] | undefined
  /** The embedded service, if this process runs it. */
  embedded?: EmbeddedService | null
  /** When to recheck an unknown effect: ms after its outcome became unknown. */
  checks?: readonly number[]
  limits?: UpstreamLimits
  /** The most rows in one batch. A larger file becomes several batches. Only tests set less than the service accepts. */
  partRows?: number
}

export interface Gateway {
  fetch: (request: Request, bindings?: object) => Response | Promise<Response>
  /** The token of a link that creates the first administrator; null if there is one, or if nobody needs to sign in. */
  firstLink: () => Promise<string | null>
  /** Runs all rechecks of unknown effects that are due. They also run by themselves. */
  recheck: () => Promise<void>
  /** Starts all prepared batches that are due. They also start by themselves. */
  startDue: () => Promise<void>
  /** Cancels all batches whose calling hours have ended, and prepares what remains. This also happens by itself. */
  closeDue: () => Promise<void>
  /** Makes a backup in this folder, for a command on this machine. Returns null, or a sentence that says why it failed. */
  backUp: (to: string) => Promise<string | null>
  /** Lists a batch that the embedded service started by itself. */
  listBatch: (batch: Pick<NewBatch, 'batchId' | 'name' | 'agentId'>) => Promise<void>
  /**
   * Makes a link with which an operator chooses a new password, for a command on this machine.
   *
   * @param email of the operator; '': the only administrator
   * @returns the link's token, or a sentence that says why there is none
   */
  makePasswordLink: (email: string) => Promise<{ token: string } | { problem: string }>
  /** Releases held decisions, and resolves when nothing is being sent any more. */
  finish: () => Promise<void>
  /** Finishes, then closes everything. */
  close: () => Promise<void>
}

const randomSecret = () => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')

/** The operator in the ledger for what Switchboard does by itself. */
const switchboardOperator: Operator = { id: 'switchboard', name: 'Switchboard', roles: [] }

/** A takeover that failed is retried after this, ms. */
const takeOverRetryMs = 2_000

const progressRead = (batchId: string): Read => ({
  name: 'batchProgress',
  params: { batchId },
  query: {},
  workspace: null,
})
/** Creates the gateway. Resolves after the service's first answer or failure: the gateway starts even if the service is down. */
export async function createGateway(options: GatewayOptions): Promise<Gateway> {
  const { configuration, connection, store, clock, log } = options
  const cluster = options.cluster ?? (await createSingleGateway(store, clock.now))
  const budget = createBudget(configuration.rate)
  const openSlots = cluster.isShared ? openSharedSlots : openOwnSlots
  const slots = await openSlots({ store, cluster, budget, clock, log })
  const stopping = new AbortController()
  const requestQueue = createRequestQueue(budget, clock.steady, slots)
  const metrics = createMetrics()
  const upstream = metrics.upstream(createUpstream(connection, options.limits))
  const serviceHealth = createServiceHealth()
  const driftLog = createServiceDriftLog({ cluster, clock })
  const requestHistory = createRequestHistory({ store, clock, log })
  const requestService = driftLog.observed(
    requestHistory.observed(
      metrics.ask(
        createRequestService({ upstream, requestQueue, budget, serviceHealth, cluster, clock, random: options.random }),
      ),
    ),
  )
  const changeLog = createChangeLog()
  const fingerprint = fingerprintOf(connection.apiKey)
  const persistence = {
    store,
    cluster,
    clock,
    serviceHealth,
    log,
    fingerprint,
    workspaces: connection.workspaces,
  }
  const { persistedReads, restored: restoredReads } = await openPersistedReads(persistence)
  const sharing = createReadSharing({
    store,
    cluster,
    persistedReads,
    serviceHealth,
    changeLog,
    clock,
    fingerprint,
  })
  const snapshots = createSnapshots({ requestService, serviceHealth, clock, changeLog, sharing })
  const sharedViews = cluster.isShared ? createSharedViews({ store, cluster, clock }) : null
  const poller = createPoller({ snapshots, budget, serviceHealth, clock, changeLog, log, sharedViews })
  const registry = await openRegistry(store, clock, cluster)
  const capabilities = await openCapabilities({ store, snapshots, clock })
  const rechecks = createRechecks({
    snapshots,
    budget,
    store,
    cluster,
    clock,
    log,
    checkDelaysMs: options.checks ?? defaultCheckDelaysMs,
  })
  const writeQueue = createWriteQueue(log)
  const subjects = createSubjects({
    store,
    names: {
      agentName: (id) => registry.nameOf('agent', id),
      batchNames: (ids) => batchNames(store, ids),
    },
    clock,
    log,
  })
  const checkTimesOf = (effectId: string) => rechecks.checkTimesOf(effectId)
  const effects = createEffects({ store, clock, writeQueue, checkTimesOf, subjects })
  const contactsKey = await ensureSetting(store, 'contacts key', randomSecret)
  const contacts = createContacts({ store, key: contactsKey, registry, writeQueue, clock, log })
  const recordAction = createActionRecorder({ store, cluster, writeQueue, clock })
  const callFacts = createCallFacts({
    store,
    personOf: (number) => numberHash(contactsKey, number),
    isAgent: (id) => registry.nameOf('agent', id) !== null,
    findVersionsInUse: createVersionsInUse(store),
    clock,
    log,
  })
  const keptCalls = createKeptCalls({
    store,
    recordAction,
    workspaces: connection.workspaces,
    onEnded: callFacts.addKeptCall,
    clock,
    log,
  })
  const batchRows = createBatchRows({
    store,
    keptDays: async () => {
      const kept = await Promise.all(connection.workspaces.map(({ id }) => keptCalls.retention(id)))
      return Math.max(0, ...kept.map(({ days }) => days))
    },
    clock,
    log,
  })
  const callNotes = createCallNotes({ store, recordAction, clock })
  const callOutcomes = createCallOutcomes({
    store,
    keptCalls,
    agentName: (id) => registry.nameOf('agent', id),
    clock,
    log,
  })
  const callViewers = createCallViewers({ cluster, clock })
  const liveCalls = createLiveCalls({ snapshots, poller, registry, capabilities, keptCalls, cluster, clock })
  const doNotCall = createDoNotCall({ store, contacts, recordAction, clock })
  const backups = createBackups({ place: options.place ?? null, recordAction, clock })
  const restored = await createRestoredNotice({ store, recordAction })
  const stopSwitch = await createStopSwitch({ store, recordAction, clock })
  const ledgerSecret = await ensureSetting(store, 'ledger secret', randomSecret)
  const ledger = createLedger({
    store,
    cluster,
    secret: ledgerSecret,
    stopSwitch,
    writeQueue,
    stopping: stopping.signal,
    clock,
    log,
  })
  /** Reads the progress of a batch from the service; null if it cannot be read now. */
  const refreshProgress = async (batchId: string) => {
    const read = progressRead(batchId)
    const snapshot = await snapshots.refresh(read, 'reads', { operator: '', page: 'batches' }, 0)
    await registry.observe(read, snapshot)
    return snapshot.refusal ? null : progressIn(read, snapshot.data)
  }
  const conversations = await openConversations(store, clock, cluster)
  const claims = createClaims({ store, clock })
  const reviewRules = createReviewRuleSetting({ store, recordAction })
  const snippets = createSnippetSetting({ store, recordAction })
  const secondReview = createSecondReview({ store, reviewRules, conversations, claims, recordAction, clock })
  const versions = createVersions({ store, clock, log })
  const writes = createWrites({ store, snapshots, rechecks, writeQueue, clock, onDone: versions.recordCommand })
  const refuseInRecord = assertMayDraftTo({ contacts, list: doNotCall })
  const perform = createCommands({
    requestService,
    ledger,
    writes,
    versions,
    snapshots,
    registry,
    clock,
    refuseInRecord,
    stopping: stopping.signal,
  })
  const name = 'messageGenerate'
  const decisions = createDecisions({
    store,
    requestService,
    budget,
    stopSwitch,
    capabilities,
    redraft: {
      assertAllowed: (store, body, workspace) => refuseInRecord(store, { name, body, workspace }),
      perform: (body, key, { operator, workspace }) => {
        const requester = { operator: operator.name, page: 'review', person: operator.id } as const
        return perform({ name, params: {}, body, key }, { operator, requester, workspace })
      },
    },
    snapshots,
    conversations,
    writeQueue,
    ledger,
    cluster,
    claims,
    rechecks,
    reviewRules,
    secondReview,
    facts: { insert: insertDecisionFact, complete: () => completeDecisionFacts(store) },
    stopping: stopping.signal,
    clock,
    log,
  })
  const findNames = createFindNames({ snapshots, registry, capabilities })
  const reviewDeps = {
    snapshots,
    poller,
    conversations,
    registry,
    capabilities,
    claims,
    decisions,
    secondReview,
    doNotCall,
    findNames,
    clock,
  }
  const setting = createCallingRuleSetting({
    store,
    recordAction,
    defaults: { ...usualCallingRules, hours: configuration.callingHours },
    approvers,
  })
  const concernSetting = createConcernSetting({ store, recordAction, clock })
  const callNotices = createCallNotices({ liveCalls, snapshots, capabilities, concernSetting, clock })
  const placedCalls = createPlacedCalls({
    store,
    ledger,
    contacts,
    doNotCall,
    setting,
    requestService,
    registry,
    liveCalls,
    writeQueue,
    clock,
  })
  const preparedBatches = createPreparedBatches({ store, contacts, writeQueue, clock })
  const closings = createClosings({ store, writeQueue })
  const sharedLookup = createSharedLookup(contacts)
  const rules = createRecipientRules({
    doNotCall: createDoNotCallRule(doNotCall),
    contacted: createCalledBeforeRule({ sharedLookup, clock }),
    overLimit: createOverLimitRule({ sharedLookup, setting, clock }),
    hours: createHoursRule({ setting, clock, maxParallelCalls: configuration.concurrentCalls }),
  })
  const secret = await ensureSetting(store, 'session secret', randomSecret)
  const { oidc } = configuration
  const operators = await createOperators({
    store,
    cluster,
    secret,
    address: configuration.publicUrl ?? new URL(`http://${configuration.host}:${configuration.port}`),
    clock,
    log,
  })
  const probeService = () =>
    snapshots.refresh(probe, 'reads', { operator: '', page: 'connection' }, 0).catch(() => undefined)
  const limits = createSignInLimits(clock, cluster)
  const accessHistory = createAccessHistory({ store, writeQueue, clock })
  const sessions = createSessions({
    probe: probeService,
    configuration,
    address: connection.url,
    workspaces: connection.workspaces,
    operators,
    provider: oidc && createProvider({ oidc, secret, cluster, clock, log }),
    state: serviceHealth,
    capabilities,
    restored,
    stopSwitch,
    limits,
    history: accessHistory,
    knownBrowsers: createKnownBrowsers({ secret, secure: configuration.publicUrl?.protocol === 'https:' }),
    clock,
    log,
  })

  /** All operators who may approve other people's batches now. */
  async function approvers() {
    const invited = (await operators.list()).filter(({ disabled }) => !disabled)
    return [...(sessions.requiresSignIn() ? [] : demoOperators), ...invited].filter(mayApprove)
  }
  const secondPerson = createSecondPersonRule({ store, setting, approvers })
  const checkFile = createCheckFile(contactsKey)
  const startSender = createStartSender({ requestService, registry, contacts, closings, subjects, clock, log })
  const launching = { ledger, registry, clock, contacts, secondPerson }
  const starting = { ...launching, checkFile, preparedBatches, closings, rules, subjects, startSender }
  const launches = createLaunches({ ...starting, refreshBatch: refreshProgress, partRows: options.partRows })
  const startPrepared = createStartPrepared(starting)
  const approvals = createApprovals({ ...launching, store, launches, stopSwitch, recordAction, writeQueue })
  const confirmation = createConfirmation({ operators, limits, isRequired: sessions.requiresSignIn })
  const passkeys = createPasskeys({
    operators,
    confirmation,
    store,
    secret,
    recordAction,
    history: accessHistory,
    clock,
  })
  const expiredAccess = createExpiredAccess({ operators, store, clock, log })
  const passwordLinks = createPasswordLinks({
    operators,
    confirmation,
    store,
    recordAction,
    recordFailure: (code) => accessHistory.recordFailure('passwordReset', {}, code),
    clock,
  })
  const pages = createCallPages({
    requestService,
    clock,
    requestsPerMinute: configuration.rate.perMinute,
    onPage: ({ batchId, status }, list) => {
      callFacts.addBatchCalls(batchId, list.calls)
      batchRows.add({ batchId, calls: list.calls, firstPosition: firstPositionIn(list, { status }) }, clock.now())
    },
  })
  const exports = createExports({
    store,
    cluster,
    pages,
    clock,
    recordAction,
    writeQueue,
    contacts,
    knownRows: async (batchId) => {
      await callFacts.settled()
      return knownRowsOf(store, batchId)
    },
  })

  /** Takes over the work of gateways that have ended. Retried until the database has recorded it. */
  async function takeOver(numbers: readonly number[]): Promise<void> {
    try {
      await effects.takeOver(numbers)
      await decisions.takeOver(numbers)
      await preparedBatches.recover()
      await approvals.recover()
    } catch (error) {
      log.error({ error: String(error) }, 'could not take over the work of other gateways')
      if (!stopping.signal.aborted) setTimeout(() => void takeOver(numbers), takeOverRetryMs).unref()
    }
  }
  cluster.onTakeOver(takeOver)
  cluster.onFenced(() => decisions.unscheduleAll())
  await effects.recover()
  await writes.recover()
  // None of this prevents the start: on a full disk, operators can still read and cancel.
  const logStartError = (error: unknown) =>
    log.error({ error: String(error) }, 'could not record something at the start')
  await contacts.recover().catch(logStartError)
  await doNotCall.sweep().catch(logStartError)
  await keptCalls.deleteOld().catch(logStartError)
  await callFacts.deleteOld().catch(logStartError)
  await batchRows.deleteOld().catch(logStartError)
  await versions.deleteOld().catch(logStartError)
  await expiredAccess.deleteExpired()
  await claims.sweep().catch(logStartError)
  await conversations.track(connection.workspaces[0]?.id ?? '', options.seedConversations ?? []).catch(logStartError)
  const listBatch = (batch: Pick<NewBatch, 'batchId' | 'name' | 'agentId'>) =>
    registry.recordBatch({ ...batch, startedBy: null, startedAt: null, effectId: null })
  for (const batch of options.seed ?? []) await listBatch(batch).catch(logStartError)
  effects.onSettled(({ id }, { happened }) => decisions.noteSettled(id, happened))
  // The effect is settled even if the rest cannot be deleted.
  effects.onSettled(({ id }) => rechecks.cancel(id).catch(() => {}))
  effects.onSettled(({ id }, { happened }) => writes.applySettlement(id, happened))
  effects.onSettled(({ id }, { happened, batchId }) => preparedBatches.applySettlement(id, happened, batchId))
  effects.onSettled(async ({ id }, { happened }) => {
    if (!happened) await closings.remove(id)
  })
  effects.onSettled(({ id }, { happened }) => approvals.applySettlement(id, happened))
  effects.onSettled(async ({ id }, { happened, batchId }) => {
    if (!happened) await contacts.recordNobodyCalled(id)
    else if (!batchId) await contacts.recordEnd(id)
  })
  effects.onSettled(async ({ id, happened, ids, operator, at }, { batchId }) => {
    if (!happened || !batchId) return
    const agentId = ids.agentId ?? null
    await registry.recordBatch({ batchId, name: batchId, agentId, startedBy: operator, startedAt: at, effectId: id })
  })
  registry.onComplete((batchId) => effects.releaseBatch(batchId))
  registry.onComplete(contacts.recordBatchEnd)
  for (const { read, snapshot } of restoredReads) {
    snapshots.restore(read, snapshot)
    liveCalls.observe(read, snapshot, false)
    await conversations.observe(read, snapshot).catch(logStartError)
  }
  snapshots.observe((read, snapshot, isOurs, answer) => {
    if (isOurs) persistedReads.observe(read, snapshot)
    if (isOurs) versions.observe(read, snapshot, answer)
    liveCalls.observe(read, snapshot, isOurs)
    if (isOurs && !snapshot.refusal) {
      const sightings = sightingsIn(read, snapshot.data, dateOf(clock, snapshot.readAt))
      callOutcomes.add(sightings)
      callFacts.add(sightings)
      batchRows.observe(read, snapshot.data, dateOf(clock, snapshot.readAt))
    }
    const learned = Promise.all(
      [registry, capabilities, conversations, exports].map((learner) => learner.observe(read, snapshot, isOurs)),
    )
    learned.catch((error: unknown) => log.error({ error: String(error) }, 'could not record what was read'))
  })
  poller.setBackgroundReads(() => registry.runningIds.map(progressRead))

  await cluster.start()
  // Work that no gateway owns, for example from an earlier version.
  await takeOver([])
  await rechecks.sync()
  await probeService()

  const { workspaces } = connection
  const { publicUrl } = configuration
  const embedded = options.embedded ?? null
  const reviewQueue = createReviewQueue(reviewDeps)
  const people = createPeople({
    store,
    personIds: createPersonIds(await ensureSetting(store, 'people key', randomSecret)),
    conversations,
    contacts,
    doNotCall,
    registry,
    liveCalls: async (workspace) => liveCalls.show(workspace, await concernSetting.current(workspace)).calls,
    ledgerHash: (number) => ledger.hash('number', number),
  })
  const deliveryCounts = createDeliveryCounts({ store, clock })
  const webhooks = createWebhooks({
    secret: embedded?.webhookSecret ?? configuration.webhookSecret,
    workspaces,
    changeLog,
    registry,
    liveCalls,
    conversations,
    placedCalls,
    callFacts,
    counts: deliveryCounts,
    driftLog,
    cluster,
    clock,
  })
  metrics.registerGauges({ budget, state: serviceHealth, store, webhooks, clock })
  const automation = createAutomation({
    store,
    cluster,
    registry,
    snapshots,
    preparedBatches,
    startPrepared,
    closings,
    pages,
    contacts,
    checkFile,
    setting,
    stopSwitch,
    starters: approvers,
    cancel: (batchId, { key, reason, also }) =>
      perform(
        { name: 'batchCancel', params: { batchId }, key, reason, inTransaction: also },
        {
          operator: switchboardOperator,
          requester: { operator: switchboardOperator.name, page: 'batches' },
          workspace: workspaces[0]?.id ?? '',
        },
      ),
    refreshBatch: (batchId) => refreshProgress(batchId).catch(() => null),
    clock,
    log,
  })
  // The same for every operator who may see them.
  const unknownEffects = createMemo({ clock }, () => effects.countUnknown())
  const latest = { page: 1, limit: pageLimit.most }
  const latestBatches = createMemo({ clock }, () => registry.list(latest))
  const answerCache = createAnswerCache(clock, verifiedForMs)
  const app = createApp(
    {
      // A total map: an endpoint of the contract without a handler is a type error.
      gateway: {
        ...operatorRoutes({
          sessions,
          operatorAdministration: createOperatorAdministration({ operators, sessions, confirmation, recordAction }),
          findInvitation: (token) => operators.invitations.find(token),
          openSessions: createOpenSessions({ operators, recordAction }),
          publicUrl,
          cached: answerCache,
        }),
        ...accountRoutes({
          ownAccount: createOwnAccount({
            operators,
            confirmation,
            limits,
            recordAction,
            discardLink: passwordLinks.discard,
            listPasskeys: (operatorId) => passkeys.list(operatorId),
          }),
          passkeys,
          passwordLinks,
          showOperator: createOperatorDetail({
            operators,
            passwordLinks,
            listPasskeys: (operatorId) => passkeys.list(operatorId),
            requiresSignIn: sessions.requiresSignIn,
          }),
          sessions,
          publicUrl,
          cached: answerCache,
        }),
        ...registryRoutes({
          registry,
          findPeople: (workspace, text, found) => people.search(workspace, text, found),
          findNames,
          findInTranscripts: (workspace, text) => keptCalls.findEntries(workspace, text),
          workspaces,
          clock,
          cached: answerCache,
        }),
        ...batchRoutes({
          launches,
          startPrepared,
          preparedBatches,
          approvals,
          exports,
          registry,
          snapshots,
          store,
          log,
          cached: answerCache,
          workspaces,
          cancel: (batchId, key, caller) => perform({ name: 'batchCancel', params: { batchId }, key }, caller),
        }),
        ...callingRuleRoutes({ setting, workspaces, cached: answerCache }),
        ...callRoutes({
          liveCalls,
          keptCalls,
          callNotes,
          callViewers,
          placedCalls,
          concernSetting,
          callNotices,
          snapshots,
          registry,
          correctedOutcomes: (roomNames) => correctedOutcomes(store, roomNames),
          deleteOldRows: batchRows.deleteOld,
          workspaces,
          cached: answerCache,
        }),
        ...doNotCallRoutes({
          list: doNotCall,
          files: createDoNotCallFiles({ key: contactsKey, list: doNotCall }),
          recordAction,
          workspaces,
          cached: answerCache,
        }),
        ...reviewRoutes({
          reviewQueue,
          claims,
          decisions,
          secondReview,
          reviewRules,
          snippets,
          workspaces,
          cached: answerCache,
        }),
        ...peopleRoutes({
          people,
          reviewContexts: createReviewContexts({ people, conversations, snapshots, registry, store, clock }),
          workspaces,
          cached: answerCache,
        }),
        ...factRoutes({
          store,
          callFacts,
          recordAction,
          keptCalls,
          outcomesOfCalls: createOutcomesOfCalls({ store, keptCalls, registry, recordAction, clock }),
          reviewQueue,
          registry,
          workspaces,
          cached: answerCache,
        }),
        ...figureListRoutes({
          store,
          writeSeen: async () => {
            await keptCalls.write()
            await callFacts.settled()
          },
          registry,
          workspaces,
          cached: answerCache,
        }),
        ...batchResultRoutes({ store, callFacts, batchRows, registry, cached: answerCache, clock }),
        ...costRoutes({ store, callFacts, registry, recordAction, workspaces, cached: answerCache }),
        ...requestAnswerRoutes({ store, requestHistory, budget }),
        ...savedViewRoutes({
          savedViews: createSavedViews({ store, recordAction }),
          workspaces,
          cached: answerCache,
        }),
        ...versionRoutes({
          store,
          registry,
          versions,
          restore: createRestore({ store, versions, snapshots, ledger, perform }),
          workspaces,
        }),
        ...maintenanceRoutes({ backups, restored }),
        ...effectRoutes({ effects, currentEffectOf: (id) => decisions.effectOf(id), stopSwitch, cached: answerCache }),
        ...operationRoutes({
          audit: createAudit({ store, registry, namesOf: (idOrName) => operators.profiles.namesOf(idOrName) }),
          testConnection: createConnectionTest({
            apiKey: connection.apiKey,
            snapshots,
            budget,
            capabilities,
            serviceHealth: serviceHealth,
            clock,
          }),
          simulation: createSimulation({ embedded, ownFingerprint: fingerprint, recordAction }),
          webhooks,
          driftLog,
          counts: {
            drafts: async ({ workspace }) => {
              const { drafts } = await reviewQueue.load(workspace)
              return drafts.filter(({ decision }) => decision?.state !== 'held').length
            },
            unknownEffects: () => unknownEffects.value(null),
            approvals: ({ operator }) => approvals.countApprovable(operator),
            prepared: async () => (await preparedBatches.list()).filter(waitsForPerson).length,
            batches: async () => (await latestBatches.value(null)).batches,
          },
          status: {
            budget,
            clock,
            dashboard: dashboardVersion(options.dashboard),
            decisions: decisions.list,
            approvals: approvals.list,
            prepared: preparedBatches.list,
            batches: () => latestBatches.value(null),
            unknownEffects: (isAdministrator) => effects.list({ ...latest, state: 'unknown' }, isAdministrator),
          },
          session: sessions,
          budget,
          poller,
          clock,
          readiness: createReadiness({
            store,
            cluster,
            state: serviceHealth,
            probe: probeService,
            stopping: stopping.signal,
            clock,
          }),
          metrics,
          configuration,
          workspaces,
          cached: answerCache,
        }),
      },
      service: serviceRoutes({ requestService, snapshots, poller, capabilities, perform, workspaces, clock }),
    },
    {
      cluster,
      sessions,
      markActive: shareActiveOperators({ cluster, markActive: requestQueue.markActive, clock }),
      metrics,
      configuration,
      clock,
      log,
      dashboard: options.dashboard,
    },
  )

  async function finish() {
    stopping.abort()
    requestQueue.close()
    poller.close()
    rechecks.close()
    exports.close()
    await backups.close()
    await automation.close()
    await decisions.close()
    await ledger.drain()
    // Without the database, the other gateways notice that this one is silent.
    await cluster.close().catch(() => {})
  }

  return {
    fetch: (request, bindings) => app.fetch(request, bindings),
    firstLink: async () =>
      sessions.requiresSignIn() && !(await operators.hasAny())
        ? (await operators.invitations.create(['admin'])).token
        : null,
    recheck: () => rechecks.runDue(),
    startDue: automation.startDue,
    closeDue: automation.closeDue,
    backUp: (to) => backups.makeForCommand(to),
    listBatch,
    makePasswordLink: (email) =>
      makeTerminalLink(store, email || null, clock.now()).then(
        (token) => ({ token }),
        (error: unknown) => ({ problem: error instanceof Error ? error.message : String(error) }),
      ),
    finish,
    async close() {
      await finish()
      await callOutcomes.close()
      await keptCalls.close()
      await callFacts.close()
      await batchRows.close()
      await versions.close()
      expiredAccess.close()
      await writeQueue.close()
      await contacts.close()
      await upstream.close()
      await slots.close()
      await requestHistory.flush()
      await persistedReads.close()
      await deliveryCounts.flush()
      await store.destroy()
    },
  }
}
