/**
 * For tests: clients of several gateways. Each performs random operations one after the other (decide, undo, claim, call, start a batch,
 * read, sign out), and records the answers for `history-check.ts`.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { textHash } from '#contract/index.ts'
import { batchForm, openBrowser } from '../testing.ts'
import type { Attempt, History } from './history-check.ts'

/** A message that waits for review. */
export interface WaitingDraft {
  conversationId: string
  messageId: string
  message: string
}

/** The records of all clients. The data of the service and the ledger is added at the end. */
export type ClientRecords = {
  [Kind in 'attempts' | 'undos' | 'claims' | 'endedSessions' | 'observations']: History[Kind][number][]
}

export const createClientRecords = (): ClientRecords => ({
  attempts: [],
  undos: [],
  claims: [],
  endedSessions: [],
  observations: [],
})

interface ClientOptions {
  name: string
  /** The id of a demo operator. */
  operator: string
  /** The gateways' addresses: each request goes to one of them. */
  addresses: readonly string[]
  /** How long the client waits for an answer. */
  maxWaitMs: number
  drafts: readonly WaitingDraft[]
  agentId: string
  /** Returns a new phone number each time. */
  nextNumber: () => string
  /** Where the client adds its records. */
  records: ClientRecords
  random: () => number
  /** The longest pause between two operations. */
  maxPauseMs: number
}

/** @returns a function that returns random numbers from 0 to 1, the same ones for the same seed (mulberry32) */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

type Answer = Awaited<ReturnType<ReturnType<typeof openBrowser>['request']>>

const claimLeaseMs = 60_000
/** How long a client sends no requests to a gateway that did not answer. */
const avoidMs = 3_000

/** Whether something was sent, according to the answer. */
function outcomeOf(answer: Answer | null): Attempt['outcome'] {
  if (answer === null) return 'unknown'
  if (answer.status === 200) return 'done'
  const sent = answer.json?.error?.sent
  if (sent === 'no') return 'not sent'
  // An answer from nginx and a broken answer do not contain the outcome.
  return 'unknown'
}

/** Creates a client: an operator with a browser, whose requests and answers may be lost. */
export function createClient(options: ClientOptions) {
  const { name, operator, addresses, records, random } = options
  const pickRandom = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  /** Effect ids of the client's own held decisions. */
  const heldIds: string[] = []
  let claimedDraft: WaitingDraft | null = null
  let completedOperations = 0
  /** When each gateway that did not answer is used again (epoch ms), as nginx does. */
  const avoidedUntil = new Map<string, number>()
  const pickAddress = () => {
    const available = addresses.filter((address) => (avoidedUntil.get(address) ?? 0) < Date.now())
    return pickRandom(available.length > 0 ? available : addresses)
  }

  const newBrowser = () =>
    openBrowser(async (request) => {
      const { pathname, search } = new URL(request.url)
      const address = pickAddress()
      const headers = new Headers(request.headers)
      headers.delete('host')
      headers.set('origin', address)
      headers.set('connection', 'close')
      const body = request.method === 'GET' ? undefined : await request.arrayBuffer()
      const signal = AbortSignal.timeout(options.maxWaitMs)
      try {
        return await fetch(address + pathname + search, { method: request.method, headers, body, signal })
      } catch (error) {
        avoidedUntil.set(address, Date.now() + avoidMs)
        throw error
      }
    })
  let browser = newBrowser()

  /** Sends a request. The answer is null if it did not arrive. */
  async function send(...[method, path, requestOptions]: Parameters<typeof browser.request>) {
    const invoked = Date.now()
    const answer = await browser.request(method, path, requestOptions).catch(() => null)
    const ended = Date.now()
    // A person also waits before the next attempt.
    if (answer === null) await pause(random() * options.maxPauseMs)
    return { invoked, ended, answer }
  }

  /** Signs in, and retries until that succeeds. */
  async function signIn(): Promise<void> {
    for (;;) {
      browser = newBrowser()
      const signedIn = await browser.signInAsDemo(operator).catch(() => null)
      const session = signedIn && (await browser.get('/gateway/session').catch(() => null))
      if ((session?.json?.operator as { id?: string } | null | undefined)?.id === operator) return
      await pause(200)
    }
  }

  /** Sends a command, with up to two retries with the same key unless it succeeds. */
  async function sendCommand(target: string, path: string, body: () => unknown, success: 'held' | 'done') {
    const key = crypto.randomUUID()
    for (let attemptsLeft = 1 + Math.floor(random() * 3); ; attemptsLeft -= 1) {
      const { invoked, ended, answer } = await send('POST', path, { body: body(), key })
      const answerOutcome = outcomeOf(answer)
      const outcome = answerOutcome === 'done' ? success : answerOutcome
      const { effectId = null } = (answer?.json?.error ?? answer?.json ?? {}) as { effectId?: string | null }
      records.attempts.push({ key, target, operator, invoked, ended, outcome, effectId })
      if (outcome === success || attemptsLeft <= 1) return { outcome, effectId }
      await pause(random() * 300)
    }
  }

  async function decide(): Promise<void> {
    const draft = claimedDraft && random() < 0.5 ? claimedDraft : pickRandom(options.drafts)
    const { conversationId, messageId, message } = draft
    const action = random() < 0.8 ? 'Approve' : 'Reject'
    const body = {
      conversationId,
      messageId,
      action,
      textHash: await textHash(message),
      lastInbound: null,
      holdSeconds: Math.floor(random() ** 2 * 12),
    }
    const { outcome, effectId } = await sendCommand(`${action} ${messageId}`, '/gateway/decisions', () => body, 'held')
    if (outcome === 'held' && effectId) heldIds.push(effectId)
    // A decision releases the claim.
    const now = Date.now()
    records.claims.push({
      messageId,
      operator,
      invoked: now,
      ended: now,
      outcome: 'unknown',
      leaseMs: 0,
      isTakeover: false,
    })
  }

  async function undo(): Promise<void> {
    const effectId = heldIds.pop()
    if (!effectId) return decide()
    const action = random() < 0.75 ? 'undo' : 'send'
    const { invoked, ended, answer } = await send('POST', `/gateway/decisions/${effectId}/${action}`)
    if (action === 'send') return
    const isWithdrawn = answer?.status === 200 && answer.json?.state === 'withdrawn'
    const outcome = isWithdrawn ? 'withdrawn' : answer && answer.status < 500 ? 'too late' : 'unknown'
    records.undos.push({ effectId, invoked, ended, outcome })
  }

  async function claim(): Promise<void> {
    const isRelease = claimedDraft !== null && random() < 0.4
    const draft = claimedDraft && random() < 0.7 ? claimedDraft : pickRandom(options.drafts.slice(0, 8))
    const { conversationId, messageId } = draft
    const path = isRelease ? '/gateway/claims/release' : '/gateway/claims'
    const isTakeover = !isRelease && random() < 0.1
    const body = {
      conversationId,
      messageId,
      ...(!isRelease && { editing: false, ...(isTakeover && { instead: true }) }),
    }
    const { invoked, ended, answer } = await send('POST', path, { body })
    const isMine = answer?.status === 200 && answer.json?.mine === true
    const claimOutcome = isMine ? 'taken' : answer?.status === 200 ? 'other' : 'unknown'
    records.claims.push({
      messageId,
      operator,
      invoked,
      ended,
      outcome: isRelease ? 'released' : claimOutcome,
      leaseMs: claimLeaseMs,
      isTakeover,
    })
    claimedDraft = claimOutcome === 'taken' && !isRelease ? draft : null
  }

  async function call(): Promise<void> {
    const toNumber = options.nextNumber()
    const body = { agentId: options.agentId, toNumber }
    await sendCommand(`call ${toNumber}`, '/gateway/calls', () => body, 'done')
  }

  async function startBatch(): Promise<void> {
    const [first, second] = [options.nextNumber(), options.nextNumber()]
    const form = () =>
      batchForm(`phone_number,first_name\n${first},Ada\n${second},Bo\n`, {
        agentId: options.agentId,
        name: `Batch ${first}`,
      })
    await sendCommand(`batch ${first}`, '/gateway/launches', form, 'done')
  }

  const recordStates = (invoked: number, ended: number, list: readonly { id: string; state: string }[]) =>
    records.observations.push({
      session: name,
      invoked,
      ended,
      states: Object.fromEntries(list.map(({ id, state }) => [id, state])),
    })

  /** Whether a gateway answered from memory because its database is unavailable. Only such an answer of a `/gateway` path has an age. */
  const isFromMemory = (answer: Answer | null) => answer?.headers.get('age') != null

  async function readLedger(): Promise<void> {
    const { invoked, ended, answer } = await send('GET', '/gateway/effects?limit=50')
    if (isFromMemory(answer)) return
    if (answer?.status === 200) recordStates(invoked, ended, answer.json.effects as { id: string; state: string }[])
    else if (answer?.status === 401) await signIn()
  }

  async function readDecisions(): Promise<void> {
    const { invoked, ended, answer } = await send('GET', '/gateway/decisions')
    if (answer?.status !== 200 || isFromMemory(answer)) return
    const decisions = answer.json.decisions as { effectId: string; state: string }[]
    recordStates(
      invoked,
      ended,
      decisions.map(({ effectId, state }) => ({ id: effectId, state })),
    )
  }

  async function readPage(): Promise<void> {
    const path = pickRandom([
      '/gateway/live-calls',
      '/gateway/review-queue',
      '/gateway/budget',
      '/gateway/batches',
      '/api/v1/agents?limit=20',
      `/v1/api/conversations/${pickRandom(options.drafts.slice(0, 20)).conversationId}`,
    ])
    const { invoked, ended, answer } = await send('GET', path)
    const age = answer?.headers.get('age')
    // Only for reads of the service is the age the age of the data.
    if (answer?.status !== 200 || age == null || !/^\/(api|v1)\//.test(path)) return
    records.observations.push({ session: name, invoked, ended, read: { path, at: ended - Number(age) * 1000 } })
  }

  /** Signs out, and continues to send requests with the ended session for a while. */
  async function endSession(): Promise<void> {
    const cookies = browser.cookies()
    const { answer, ended } = await send('POST', '/gateway/session/sign-out')
    await signIn()
    if (answer?.status !== 200) return
    const uses: { invoked: number; status: number }[] = []
    // Signing out deletes the cookie. A copy of it still exists.
    const browserWithCopy = openBrowser(async (request) => {
      const headers = new Headers(request.headers)
      for (const name of ['host', 'connection']) headers.delete(name)
      headers.set('connection', 'close')
      const { pathname } = new URL(request.url)
      return fetch(pickRandom(addresses) + pathname, { headers, signal: AbortSignal.timeout(options.maxWaitMs) })
    })
    const cookie = cookies.map(([name, value]) => `${name}=${value}`).join('; ')
    for (const waitMs of [0, 1_000, 1_100, 700]) {
      await pause(waitMs)
      const invoked = Date.now()
      const answer = await browserWithCopy.get('/gateway/effects?limit=1', { headers: { cookie } }).catch(() => null)
      if (answer && !isFromMemory(answer)) uses.push({ invoked, status: answer.status })
    }
    records.endedSessions.push({ endedAt: ended, uses })
  }

  type WeightedOperation = readonly [weight: number, operation: () => Promise<unknown>]
  const administratorOperations: readonly WeightedOperation[] = [
    [9, call],
    [2, startBatch],
  ]
  const operations: readonly WeightedOperation[] = [
    [22, readPage],
    [16, readLedger],
    [12, readDecisions],
    [18, decide],
    [8, undo],
    [12, claim],
    ...(operator === 'ready-admin' ? administratorOperations : []),
    [1, endSession],
  ]
  const totalWeight = operations.reduce((sum, [weight]) => sum + weight, 0)

  return {
    /** The number of completed operations. */
    completedOperations: () => completedOperations,
    /** Performs this many operations. */
    async run(count: number): Promise<void> {
      await signIn()
      for (completedOperations = 0; completedOperations < count; completedOperations += 1) {
        let remaining = random() * totalWeight
        const [, operation] = operations.find(([weight]) => (remaining -= weight) < 0) ?? [0, readLedger]
        await operation()
        await pause(random() * options.maxPauseMs)
      }
    },
  }
}
