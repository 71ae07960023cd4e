/**
 * For tests: clients of several gateways that decide, undo, claim, call, start batches, read and end sessions one after the other, and
 * record the answers (history-check.ts). Longer than 300 lines, since it contains every kind of operation.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { textHash } from '#contract/index.ts'
import { launch, openBrowser } from '../testing.ts'
import type { Attempt, History } from './history-check.ts'

/** A message that waits for review. */
export interface WaitingDraft {
  conversationId: string
  messageId: string
  message: string
}

/** What all clients record. The data of the service and the ledger is added at the end. */
export type Notes = { [Kind in 'attempts' | 'undos' | 'claims' | 'endedSessions' | 'seen']: History[Kind][number][] }

export const noNotes = (): Notes => ({ attempts: [], undos: [], claims: [], endedSessions: [], seen: [] })

interface ClientOptions {
  name: string
  /** The id of a demo operator. */
  operator: string
  /** The gateways' addresses: each request goes to one of them. */
  addresses: readonly string[]
  /** How long it waits for an answer. */
  maxWaitMs: number
  drafts: readonly WaitingDraft[]
  agentId: string
  /** Returns a new number each time. */
  nextNumber: () => string
  notes: Notes
  random: () => number
  /** The longest pause between two operations. */
  maxThinkMs: number
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function seeded(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

type Answer = Awaited<ReturnType<ReturnType<typeof openBrowser>['ask']>>

const claimLeaseMs = 60_000
const avoidMs = 3_000

/** Whether something was sent, according to the answer. */
function outcomeOf(answer: Answer | null): Attempt['outcome'] {
  if (answer === null) return 'unknown'
  if (answer.status === 200) return 'done'
  const sent = answer.json?.error?.sent
  if (sent === 'no') return 'not sent'
  // An answer of nginx or a broken one says nothing about the command.
  return 'unknown'
}

/** Creates an operator at a browser whose requests may be lost. */
export function createClient(options: ClientOptions) {
  const { name, operator, addresses, notes, random } = options
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  /** Held decisions of its own. */
  const held: string[] = []
  let claimed: WaitingDraft | null = null
  let done = 0
  /** Until when gateways that did not answer are avoided, as nginx does. */
  const avoidedUntil = new Map<string, number>()
  const pickAddress = () => {
    const answering = addresses.filter((address) => (avoidedUntil.get(address) ?? 0) < Date.now())
    return pick(answering.length > 0 ? answering : addresses)
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

  async function ask(...[method, path, more]: Parameters<typeof browser.ask>) {
    const invoked = Date.now()
    const answer = await browser.ask(method, path, more).catch(() => null)
    const ended = Date.now()
    // A person would not retry at once either.
    if (answer === null) await pause(random() * options.maxThinkMs)
    return { invoked, ended, answer }
  }

  /** Signs in, and retries until that succeeds. */
  async function land(): Promise<void> {
    for (;;) {
      browser = newBrowser()
      const landed = await browser.land(operator).catch(() => null)
      const session = landed && (await browser.get('/gateway/session').catch(() => null))
      if ((session?.json?.operator as { id?: string } | null | undefined)?.id === operator) return
      await pause(200)
    }
  }

  /** Sends a command. If it was not sent or its outcome is unknown, may repeat it with the same key. */
  async function command(target: string, path: string, body: () => unknown, success: 'held' | 'done') {
    const key = crypto.randomUUID()
    for (let left = 1 + Math.floor(random() * 3); ; left -= 1) {
      const { invoked, ended, answer } = await ask('POST', path, { body: body(), key })
      const answered = outcomeOf(answer)
      const outcome = answered === 'done' ? success : answered
      const { effectId = null } = (answer?.json?.error ?? answer?.json ?? {}) as { effectId?: string | null }
      notes.attempts.push({ key, target, operator, invoked, ended, outcome, effectId })
      if (outcome === success || left <= 1) return { outcome, effectId }
      await pause(random() * 300)
    }
  }

  async function decide(): Promise<void> {
    const draft = claimed && random() < 0.5 ? claimed : pick(options.drafts)
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
    const { outcome, effectId } = await command(`${action} ${messageId}`, '/gateway/decisions', () => body, 'held')
    if (outcome === 'held' && effectId) held.push(effectId)
    // A decision releases the claim.
    const now = Date.now()
    notes.claims.push({ messageId, operator, invoked: now, ended: now, outcome: 'unknown', leaseMs: 0, instead: false })
  }

  async function undo(): Promise<void> {
    const effectId = held.pop()
    if (!effectId) return decide()
    const what = random() < 0.75 ? 'undo' : 'send'
    const { invoked, ended, answer } = await ask('POST', `/gateway/decisions/${effectId}/${what}`)
    if (what === 'send') return
    const withdrawn = answer?.status === 200 && answer.json?.state === 'withdrawn'
    const outcome = withdrawn ? 'withdrawn' : answer && answer.status < 500 ? 'too late' : 'unknown'
    notes.undos.push({ effectId, invoked, ended, outcome })
  }

  async function claim(): Promise<void> {
    const isRelease = claimed !== null && random() < 0.4
    const draft = claimed && random() < 0.7 ? claimed : pick(options.drafts.slice(0, 8))
    const { conversationId, messageId } = draft
    const path = isRelease ? '/gateway/claims/release' : '/gateway/claims'
    const instead = !isRelease && random() < 0.1
    const body = { conversationId, messageId, ...(!isRelease && { editing: false, ...(instead && { instead }) }) }
    const { invoked, ended, answer } = await ask('POST', path, { body })
    const mine = answer?.status === 200 && answer.json?.mine === true
    const taken = mine ? 'taken' : answer?.status === 200 ? 'other' : 'unknown'
    notes.claims.push({
      messageId,
      operator,
      invoked,
      ended,
      outcome: isRelease ? 'released' : taken,
      leaseMs: claimLeaseMs,
      instead,
    })
    claimed = taken === 'taken' && !isRelease ? draft : null
  }

  async function call(): Promise<void> {
    const toNumber = options.nextNumber()
    const body = { agentId: options.agentId, toNumber }
    await command(`call ${toNumber}`, '/gateway/calls', () => body, 'done')
  }

  async function startBatch(): Promise<void> {
    const [first, second] = [options.nextNumber(), options.nextNumber()]
    const form = () =>
      launch(`phone_number,first_name\n${first},Ada\n${second},Bo\n`, {
        agentId: options.agentId,
        name: `Batch ${first}`,
      })
    await command(`batch ${first}`, '/gateway/launches', form, 'done')
  }

  const noteStates = (invoked: number, ended: number, list: readonly { id: string; state: string }[]) =>
    notes.seen.push({
      session: name,
      invoked,
      ended,
      states: Object.fromEntries(list.map(({ id, state }) => [id, state])),
    })

  /** Whether an answer comes from memory while the database is unavailable: it has an age, and may be old. */
  const isFromMemory = (answer: Answer | null) => answer?.headers.get('age') != null

  async function readLedger(): Promise<void> {
    const { invoked, ended, answer } = await ask('GET', '/gateway/effects?limit=50')
    if (isFromMemory(answer)) return
    if (answer?.status === 200) noteStates(invoked, ended, answer.json.effects as { id: string; state: string }[])
    else if (answer?.status === 401) await land()
  }

  async function readDecisions(): Promise<void> {
    const { invoked, ended, answer } = await ask('GET', '/gateway/decisions')
    if (answer?.status !== 200 || isFromMemory(answer)) return
    const decisions = answer.json.decisions as { effectId: string; state: string }[]
    noteStates(
      invoked,
      ended,
      decisions.map(({ effectId, state }) => ({ id: effectId, state })),
    )
  }

  async function readSnapshot(): Promise<void> {
    const path = pick([
      '/gateway/live-calls',
      '/gateway/review-queue',
      '/gateway/budget',
      '/gateway/batches',
      '/api/v1/agents?limit=20',
      `/v1/api/conversations/${pick(options.drafts.slice(0, 20)).conversationId}`,
    ])
    const { invoked, ended, answer } = await ask('GET', path)
    const age = answer?.headers.get('age')
    // Only answers to reads of the service have a meaningful age.
    if (answer?.status !== 200 || age == null || !/^\/(api|v1)\//.test(path)) return
    notes.seen.push({ session: name, invoked, ended, read: { path, at: ended - Number(age) * 1000 } })
  }

  /** Signs out, and continues to use the ended session for a while. */
  async function endSession(): Promise<void> {
    const cookies = browser.cookies()
    const { answer, ended } = await ask('POST', '/gateway/session/sign-out')
    await land()
    if (answer?.status !== 200) return
    const uses: { invoked: number; status: number }[] = []
    // Signing out deletes the cookie. A copy of it still exists.
    const copied = openBrowser(async (request) => {
      const headers = new Headers(request.headers)
      for (const forbidden of ['host', 'connection']) headers.delete(forbidden)
      headers.set('connection', 'close')
      const { pathname } = new URL(request.url)
      return fetch(pick(addresses) + pathname, { headers, signal: AbortSignal.timeout(options.maxWaitMs) })
    })
    const cookie = cookies.map(([cookie, value]) => `${cookie}=${value}`).join('; ')
    for (const waitMs of [0, 1_000, 1_100, 700]) {
      await pause(waitMs)
      const invoked = Date.now()
      const used = await copied.get('/gateway/effects?limit=1', { headers: { cookie } }).catch(() => null)
      if (used && !isFromMemory(used)) uses.push({ invoked, status: used.status })
    }
    notes.endedSessions.push({ endedAt: ended, uses })
  }

  type Weighted = readonly [weight: number, operation: () => Promise<unknown>]
  const administratorOperations: readonly Weighted[] = [
    [9, call],
    [2, startBatch],
  ]
  const operations: readonly Weighted[] = [
    [22, readSnapshot],
    [16, readLedger],
    [12, readDecisions],
    [18, decide],
    [8, undo],
    [12, claim],
    ...(operator === 'ready-admin' ? administratorOperations : []),
    [1, endSession],
  ]
  const total = operations.reduce((sum, [weight]) => sum + weight, 0)

  return {
    /** The number of completed operations. */
    done: () => done,
    /** Runs this many operations, or until `isOver`. */
    async run(count: number, isOver: () => boolean): Promise<void> {
      await land()
      for (done = 0; done < count && !isOver(); done += 1) {
        let at = random() * total
        const [, operation] = operations.find(([weight]) => (at -= weight) < 0) ?? [0, readLedger]
        await operation()
        await pause(random() * options.maxThinkMs)
      }
    },
  }
}
