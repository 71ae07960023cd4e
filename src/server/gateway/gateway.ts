/**
 * Creates one gateway from its capabilities, connected to one service and one database. Opens no port. Longer than 500 lines, since it is
 * the one place that says what one capability does when something happens in another.
 */

import { isWaiting, type Operator, pageLimit, Refusal, type RefusalData } from '#contract/index.ts'
import { isSqlite } from '#server/database/open.ts'
import { createAccounts } from './accounts/accounts.ts'
import { makeTerminalLink } from './accounts/password-link-rows.ts'
import { createApp } from './app.ts'
import { createAutomation } from './automation/automation.ts'
import { createBatches } from './batches/batches.ts'
import { waitsForPerson } from './batches/prepared-batches.ts'
import { type Read } from './cache/read.ts'
import { openReads } from './cache/reads.ts'
import { createCallBacks } from './call-backs/call-backs.ts'
import { callBackRoutes } from './call-backs/routes.ts'
import { createCallingRules } from './calling-rules/calling-rules.ts'
import { createConcernSetting } from './calls/concern-setting.ts'
import { createLiveCalls } from './calls/live-calls.ts'
import { createPlacedCalls } from './calls/placed-calls.ts'
import { callRoutes } from './calls/routes.ts'
import type { Cluster } from './cluster/cluster.ts'
import { createSingleGateway } from './cluster/single-gateway.ts'
import { createContacts } from './contacts/contacts.ts'
import { createDoNotCall } from './contacts/do-not-call.ts'
import { createDoNotCallFiles } from './contacts/do-not-call-import.ts'
import { assertMayDraftTo } from './contacts/draft-recipient.ts'
import { e164Of, numberHash } from './contacts/number-hash.ts'
import { doNotCallRoutes } from './contacts/routes.ts'
import { createFindStillIncluded } from './contacts/still-included.ts'
import { knownRowsOf } from './facts/batch-files/exported-rows.ts'
import { followUpRoutes } from './facts/batch-files/follow-up-routes.ts'
import { correctedOutcomes } from './facts/call-corrections.ts'
import { completeDecisionFacts, insertDecisionFact } from './facts/decision-facts.ts'
import { createFileRowReader } from './facts/find-batch-rows.ts'
import { figureListRoutes } from './facts/lists/routes.ts'
import { createObservedCalls } from './facts/observed-calls.ts'
import { createOutcomesOfCalls } from './facts/outcome-of-call.ts'
import { factRoutes } from './facts/routes.ts'
import { createAnswerCache } from './http/answer-cache.ts'
import { createReportTurns } from './http/report-turns.ts'
import { dashboardVersion } from './http/static.ts'
import { createUploads } from './http/uploads.ts'
import { createCommandLedger } from './ledger/commands.ts'
import { effectRoutes } from './ledger/routes.ts'
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
import { createAccess } from './operators/access.ts'
import type { Passwords } from './operators/authentication.ts'
import { verifiedForMs } from './operators/session-store.ts'
import { createEndedCalls } from './outcome-reads/ended-calls.ts'
import { createOutcomeReads } from './outcome-reads/outcome-reads.ts'
import { createShareSetting } from './outcome-reads/share-setting.ts'
import { createSingleCallReads } from './outcome-reads/single-calls.ts'
import { createUnreadConversations } from './outcome-reads/unread-conversations.ts'
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
import { findMessages } from './review/conversation-search.ts'
import { createRiskCheck } from './review/decision/serious-risks.ts'
import { createDecisions } from './review/decisions.ts'
import { createReviewQueue } from './review/queue.ts'
import { createReviewRuleSetting } from './review/review-rules.ts'
import { reviewRoutes } from './review/routes.ts'
import { createSecondReview } from './review/second-review.ts'
import { savedViewRoutes } from './saved-views/routes.ts'
import { createCommands } from './service-endpoints/commands.ts'
import { serviceRoutes } from './service-endpoints/routes.ts'
import { type Clock, dateOf } from './shared/clock.ts'
import type { Configuration, Workspace } from './shared/configuration.ts'
import type { Log } from './shared/log.ts'
import { createMemo } from './shared/memo.ts'
import { ensureSetting } from './store/settings.ts'
import type { Store } from './store/store.ts'
import { shareActiveOperators } from './upstream/active-operators.ts'
import type { UpstreamLimits } from './upstream/http-client.ts'
import { openServiceConnection } from './upstream/service-connection.ts'
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
  /** Where uploads are stored while they are read. Nothing else may be in this folder. */
  uploadFolder: string
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
  /** Hashes passwords. Only tests set it, because scrypt, the default, takes some 50 ms. */
  passwords?: Passwords | undefined
}

export interface Gateway {
  /** Why the first read of the service had no usable answer; null: it had one. */
  firstRefusal: RefusalData | null
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
  const { workspaces } = connection
  const cluster = options.cluster ?? (await createSingleGateway(store, clock.now))
  const stopping = new AbortController()
  // The embedded database works in this process.
  const reports = createReportTurns(isSqlite(store) ? 1 : 2)
  const cached = createAnswerCache(clock, verifiedForMs, reports)
  const base = { store, cluster, configuration, workspaces, stopping: stopping.signal, cached, clock, log }
  const metrics = createMetrics()
  const uploads = createUploads({ folder: options.uploadFolder, log })
  const { limits, random } = options
  const service = await openServiceConnection({ ...base, connection, limits, random, metrics })
  const { budget, requestQueue, serviceHealth, driftLog, requestHistory, requestService } = service
  const fingerprint = fingerprintOf(connection.apiKey)
  const reads = await openReads({ ...base, requestService, budget, serviceHealth, fingerprint })
  const { changeLog, persistedReads, snapshots, poller, capabilities } = reads
  const registry = await openRegistry(store, clock, cluster)
  const agentName = (id: string | null) => registry.nameOf('agent', id)
  const versions = createVersions(base)
  const commands = await createCommandLedger({
    ...base,
    secret: await ensureSetting(store, 'ledger secret', randomSecret),
    snapshots,
    budget,
    names: { agentName, batchNames: (ids) => batchNames(store, ids) },
    onDone: versions.recordCommand,
    checks: options.checks,
  })
  const { rechecks, writeQueue, effects, recordAction, ledger, writes } = commands
  const conversations = await openConversations(store, clock, cluster)
  /** What most modules need. */
  const context = { ...base, ...commands, requestService, snapshots, poller, capabilities, registry, conversations }
  const contactsKey = await ensureSetting(store, 'contacts key', randomSecret)
  const contacts = createContacts({ ...context, key: contactsKey })
  const doNotCall = createDoNotCall({ ...context, contacts })
  const findStillIncluded = createFindStillIncluded({ ...context, contacts })
  const observedCalls = createObservedCalls({
    ...context,
    personOf: (number) => numberHash(contactsKey, e164Of(number) ?? number),
    agentName,
    findVersionsInUse: createVersionsInUse(store),
  })
  const { keptCalls, retentionDays, deleteOld: deleteOldCalls } = observedCalls
  /** What answers told, until it is stored. */
  const learning = new Set<Promise<unknown>>()
  /** Resolves when everything that was seen so far is stored: reports count no less than was shown. */
  const writeSeen = async () => {
    await Promise.all(learning)
    await observedCalls.writeSeen()
  }
  const callBacks = createCallBacks({ ...context, contacts, doNotCall, retention: keptCalls.retention, retentionDays })
  const liveCalls = createLiveCalls({ ...context, keptCalls })
  const backups = createBackups({ ...context, place: options.place ?? null })
  const restored = await createRestoredNotice(context)
  /** Reads the progress of a batch from the service; null if it cannot be read now. */
  const refreshBatch = async (batchId: string) => {
    const read = progressRead(batchId)
    const snapshot = await snapshots.refresh(read, 'reads', { operator: '', page: 'batches' }, 0)
    await registry.observe(read, snapshot)
    return snapshot.refusal ? null : progressIn(read, snapshot.data)
  }
  const claims = createClaims(context)
  const reviewRules = createReviewRuleSetting(context)
  const secondReview = createSecondReview({ ...context, reviewRules, claims })
  const refuseInRecord = assertMayDraftTo({ contacts, list: doNotCall })
  const perform = createCommands({
    ...context,
    versions,
    refuseInRecord,
    onAccepted: (name, { roomName = '' }) => {
      if (name === 'activeCallEnd') liveCalls.onEndAccepted(roomName)
    },
  })
  const name = 'messageGenerate'
  const decisions = createDecisions({
    ...context,
    findUnconfirmed: createRiskCheck({ doNotCall }),
    budget,
    requestQueue,
    redraft: {
      assertAllowed: (store, body, workspace) => refuseInRecord(store, { name, body, workspace }),
      perform: (body, key, { operator, workspace }) => {
        const requester = { operator: operator.name, page: 'review', person: operator.id } as const
        return perform({ name, params: {}, body, key }, { operator, requester, workspace })
      },
    },
    claims,
    reviewRules,
    secondReview,
    facts: { insert: insertDecisionFact, complete: () => completeDecisionFacts(store) },
  })
  const findNames = createFindNames(context)
  const concernSetting = createConcernSetting(context)
  const readProbe = () => snapshots.refresh(probe, 'reads', { operator: '', page: 'connection' }, 0)
  const probeService = () => readProbe().catch(() => undefined)
  const secret = await ensureSetting(store, 'session secret', randomSecret)
  const access = await createAccess({
    ...context,
    secret,
    serviceUrl: connection.url,
    serviceHealth,
    restored,
    probe: probeService,
    passwords: options.passwords,
  })
  const { operators, sessions, currentOperators } = access
  const accounts = createAccounts({ ...context, ...access, secret })
  const callingRules = createCallingRules({ ...context, contacts, contactsKey, doNotCall, currentOperators })
  const { setting } = callingRules
  const placedCalls = createPlacedCalls({ ...context, contacts, doNotCall, setting, liveCalls })
  const numberRowsOf = createFileRowReader(store, clock)
  const batches = createBatches({
    ...context,
    numberRowsOf,
    ...callingRules,
    ownNumbers: accounts.ownNumbers,
    contacts,
    contactsKey,
    refreshBatch,
    onCallPage: observedCalls.observe,
    knownRows: async (batchId, areTranscriptsWanted) => {
      await writeSeen()
      return knownRowsOf(store, batchId, areTranscriptsWanted)
    },
    cancel: (batchId, key, caller) => perform({ name: 'batchCancel', params: { batchId }, key }, caller),
    partRows: options.partRows,
  })
  const { preparedBatches, approvals } = batches

  /** Takes over the work of gateways that have ended. Retried until the database has recorded it. */
  async function takeOver(numbers: readonly number[]): Promise<void> {
    try {
      await effects.takeOver(numbers)
      await contacts.takeOver(numbers)
      await decisions.takeOver(numbers)
      await batches.recover()
      await batches.exports.takeOver(numbers)
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
  await deleteOldCalls().catch(logStartError)
  await callBacks.deleteOld().catch(logStartError)
  await versions.deleteOld().catch(logStartError)
  await accounts.deleteExpired()
  await claims.sweep().catch(logStartError)
  await conversations.track(workspaces[0]?.id ?? '', options.seedConversations ?? []).catch(logStartError)
  const listBatch = (batch: Pick<NewBatch, 'batchId' | 'name' | 'agentId'>) =>
    registry.recordBatch({ ...batch, startedBy: null, startedAt: null, effectId: null })
  for (const batch of options.seed ?? []) await listBatch(batch).catch(logStartError)
  effects.onSettled(({ id }, { happened }) => decisions.noteSettled(id, happened))
  // The effect is settled even if the rest cannot be deleted.
  effects.onSettled(({ id }) => rechecks.cancel(id).catch(() => {}))
  effects.onSettled(({ id }, { happened }) => writes.applySettlement(id, happened))
  effects.onSettled(({ id }, { happened, batchId }) => batches.applySettlement(id, happened, batchId))
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
  for (const { read, snapshot } of reads.restoredReads) {
    snapshots.restore(read, snapshot)
    liveCalls.observe(read, snapshot, false)
    await conversations.observe(read, snapshot).catch(logStartError)
  }
  snapshots.observe((read, snapshot, isOurs, answer) => {
    if (isOurs) persistedReads.observe(read, snapshot)
    if (isOurs) versions.observe(read, snapshot, answer)
    liveCalls.observe(read, snapshot, isOurs)
    if (isOurs && !snapshot.refusal) observedCalls.observe(read, snapshot.data, dateOf(clock, snapshot.readAt))
    const learned: Promise<unknown> = Promise.all(
      [registry, capabilities, conversations, batches.exports].map((learner) =>
        learner.observe(read, snapshot, isOurs),
      ),
    )
      .then(() => endedCalls.observe(read))
      .catch((error: unknown) => log.error({ error: String(error) }, 'could not record what was read'))
      .finally(() => learning.delete(learned))
    learning.add(learned)
  })
  const learnEnded = async (read: Read, data: unknown) => {
    observedCalls.observe(read, data)
    await batches.exports.observe(read, { data, refusal: null }, true)
    await writeSeen()
  }
  const endedCalls = createEndedCalls({ ...context, retentionDays, learn: learnEnded })
  const singleCalls = createSingleCallReads({
    ...context,
    findLive: liveCalls.findLive,
    retentionDays,
    learn: learnEnded,
  })
  const outcomeReads = [singleCalls, endedCalls, createUnreadConversations(context)]
  poller.setBackgroundReads(() => registry.runningIds.map(progressRead))

  await cluster.start()
  // Work that no gateway owns.
  await takeOver([])
  await rechecks.sync()
  const firstRefusal = await readProbe().then(
    ({ refusal }) => refusal,
    (error: unknown) => (error instanceof Refusal ? error.data : null),
  )

  const embedded = options.embedded ?? null
  const reviewQueue = createReviewQueue({ ...context, claims, decisions, secondReview, doNotCall, findNames })
  const personIds = createPersonIds(await ensureSetting(store, 'people key', randomSecret))
  const people = createPeople({
    ...context,
    personIds,
    contacts,
    doNotCall,
    liveCalls: async (workspace) => liveCalls.show(workspace, await concernSetting.current(workspace)).calls,
    ledgerHash: (number) => ledger.hash('number', number),
  })
  const deliveryCounts = createDeliveryCounts(context)
  const webhooks = createWebhooks({
    ...context,
    secret: embedded?.webhookSecret ?? configuration.webhookSecret,
    changeLog,
    liveCalls,
    placedCalls,
    observedCalls,
    onCallEnded: (ids) => {
      for (const { onCallEnded } of outcomeReads) onCallEnded(ids)
    },
    counts: deliveryCounts,
    driftLog,
  })
  metrics.registerGauges({ budget, state: serviceHealth, store, webhooks, clock })
  const automation = createAutomation({
    ...context,
    ...batches,
    contacts,
    setting,
    starters: callingRules.approvers,
    cancel: (batchId, { key, reason, also }) =>
      perform(
        { name: 'batchCancel', params: { batchId }, key, reason, inTransaction: also },
        {
          operator: switchboardOperator,
          requester: { operator: switchboardOperator.name, page: 'batches' },
          workspace: workspaces[0]?.id ?? '',
        },
      ),
    refreshBatch: (batchId) => refreshBatch(batchId).catch(() => null),
  })
  const shareSetting = createShareSetting(context)
  const outcomeShare = createMemo({ clock }, shareSetting.get)
  const closeOutcomeReads = createOutcomeReads({
    ...context,
    works: outcomeReads.map(({ work }) => work),
    share: async () => (await outcomeShare.value(null)).percent / 100,
    budget,
    serviceHealth,
  })
  // The same for every operator who may see them.
  const unknownEffects = createMemo({ clock }, () => effects.countUnknown())
  const latest = { page: 1, limit: pageLimit.most }
  const latestBatches = createMemo({ clock }, () => registry.list(latest))
  const app = createApp(
    {
      // A total map: an endpoint of the contract without a handler is a type error.
      gateway: {
        ...access.routes,
        ...accounts.routes,
        ...registryRoutes({
          ...context,
          addPeople: (workspace, text, found) => people.addTo(workspace, text, found),
          findNames,
          findInTexts: async (workspace, text) => [
            ...(await keptCalls.findEntries(workspace, text)),
            ...(await findMessages(conversations.all(workspace), text)),
          ],
        }),
        ...batches.routes,
        ...callingRules.routes,
        ...callRoutes({
          ...context,
          liveCalls,
          keptCalls,
          placedCalls,
          concernSetting,
          correctedOutcomes: (roomNames) => correctedOutcomes(store, roomNames),
          deleteOldCalls: async () => {
            await deleteOldCalls()
            await callBacks.deleteOld()
          },
        }),
        ...doNotCallRoutes({
          ...context,
          list: doNotCall,
          contacts,
          findStillIncluded,
          files: createDoNotCallFiles({ key: contactsKey, list: doNotCall, findStillIncluded }),
        }),
        ...reviewRoutes({
          ...context,
          reviewQueue,
          claims,
          decisions,
          secondReview,
          reviewRules,
        }),
        ...peopleRoutes({
          ...context,
          people,
          reviewContexts: createReviewContexts({ ...context, people, personIds }),
        }),
        ...factRoutes({
          ...context,
          writeSeen,
          deleteOldCalls,
          outcomesOfCalls: createOutcomesOfCalls({ ...context, keptCalls }),
          reviewQueue,
          numberRowsOf,
          requestHistory,
          budget,
          reports,
        }),
        ...figureListRoutes({ ...context, writeSeen }),
        ...followUpRoutes({ ...context, writeSeen, contacts, list: doNotCall, retentionDays }),
        ...callBackRoutes({ ...context, callBacks, writeSeen }),
        ...shareSetting.routes,
        ...savedViewRoutes(context),
        ...versionRoutes({ ...context, versions }),
        ...maintenanceRoutes({ backups, restored }),
        ...effectRoutes({ ...context, currentEffectOf: (id) => decisions.effectOf(id) }),
        ...operationRoutes({
          ...context,
          audit: createAudit({ ...context, namesOf: (idOrName) => operators.profiles.namesOf(idOrName) }),
          testConnection: createConnectionTest({ ...context, apiKey: connection.apiKey, budget, serviceHealth }),
          simulation: createSimulation({ embedded, ownFingerprint: fingerprint, recordAction }),
          webhooks,
          driftLog,
          counts: {
            live: ({ workspace }) => liveCalls.findLive(workspace).size,
            drafts: async ({ workspace }) => {
              const { drafts } = await reviewQueue.load(workspace)
              return drafts.filter(isWaiting).length
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
          readiness: createReadiness({ ...context, state: serviceHealth, probe: probeService }),
          metrics,
        }),
      },
      service: serviceRoutes({ ...context, perform, versions, explainRefusal: liveCalls.explainRefusal }),
    },
    {
      ...context,
      sessions,
      markActive: shareActiveOperators({ cluster, markActive: requestQueue.markActive, clock }),
      metrics,
      uploads,
      dashboard: options.dashboard,
    },
  )

  async function finish() {
    stopping.abort()
    requestQueue.close()
    poller.close()
    rechecks.close()
    batches.exports.close()
    await backups.close()
    await automation.close()
    await closeOutcomeReads()
    await decisions.close()
    await ledger.drain()
    // Without the database, the other gateways notice that this one is silent.
    await cluster.close().catch(() => {})
  }

  return {
    firstRefusal,
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
      await observedCalls.close()
      callBacks.close()
      await versions.close()
      accounts.close()
      await writeQueue.close()
      await contacts.close()
      await service.close()
      await persistedReads.close()
      await deliveryCounts.flush()
      uploads.close()
      await store.destroy()
    },
  }
}
