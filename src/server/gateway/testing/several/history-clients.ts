/**
 * For tests: clients of several gateways that decide, undo, claim, call, start batches, read and end sessions in turn, each one thing after
 * the other, and note what they were answered (history-check.ts). Longer than 300 lines, since each kind of operation stands here.
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

/** Notes of all clients; what the service and the ledger have is added when all is over. */
export type Notes = { [Kind in 'attempts' | 'undos' | 'claims' | 'endedSessions' | 'seen']: History[Kind][number][] }

export const noNotes = (): Notes => ({ attempts: [], undos: [], claims: [], endedSessions: [], seen: [] })

interface Setting {
  name: string
  /** One of the operators of a simulation. */
  operator: string
  /** Of the gateways: each request goes to one of them. */
  addresses: readonly string[]
  /** How long an answer is waited for, ms. */
  patienceMs: number
  drafts: readonly WaitingDraft[]
  agentId: string
  /** A number that nobody has been given before. */
  nextNumber: () => string
  notes: Notes
  random: () => number
  /** How long it waits between two operations at most, ms. */
  thinksMs: number
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
const leftAloneMs = 3_000

/** What an answer says of whether something was sent. */
function outcomeOf(answer: Answer | null): Attempt['outcome'] {
  if (answer === null) return 'unknown'
  if (answer.status === 200) return 'done'
  const sent = answer.json?.error?.sent
  if (sent === 'no') return 'not sent'
  // What nginx or a broken answer says is no word of ours.
  return 'unknown'
}

/** Somebody at a browser whose requests may be lost. */
export function createClient(setting: Setting) {
  const { name, operator, addresses, notes, random } = setting
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  /** Held decisions of its own. */
  const held: string[] = []
  let claimed: WaitingDraft | null = null
  let done = 0
  /** Gateways that did not answer, and until when they are left alone, as nginx would. */
  const leftAlone = new Map<string, number>()
  const pickAddress = () => {
    const answering = addresses.filter((address) => (leftAlone.get(address) ?? 0) < Date.now())
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
      const signal = AbortSignal.timeout(setting.patienceMs)
      try {
        return await fetch(address + pathname + search, { method: request.method, headers, body, signal })
      } catch (error) {
        leftAlone.set(address, Date.now() + leftAloneMs)
        throw error
      }
    })
  let browser = newBrowser()

  async function ask(...[method, path, more]: Parameters<typeof browser.ask>) {
    const invoked = Date.now()
    const answer = await browser.ask(method, path, more).catch(() => null)
    const ended = Date.now()
    // As a person would who sees that nothing answers.
    if (answer === null) await pause(random() * setting.thinksMs)
    return { invoked, ended, answer }
  }

  /** Signs in, however often that fails. */
  async function land(): Promise<void> {
    for (;;) {
      browser = newBrowser()
      const landed = await browser.land(operator).catch(() => null)
      const session = landed && (await browser.get('/gateway/session').catch(() => null))
      if ((session?.json?.operator as { id?: string } | null | undefined)?.id === operator) return
      await pause(200)
    }
  }

  /** Asks for a command, and as long as nobody knows what came of it, or it was not sent, perhaps again with the same key. */
  async function command(target: string, path: string, body: () => unknown, success: 'held' | 'done') {
    const key = crypto.randomUUID()
    for (let left = 1 + Math.floor(random() * 3); ; left -= 1) {
      const { invoked, ended, answer } = await ask('POST', path, { body: body(), key })
      const told = outcomeOf(answer)
      const outcome = told === 'done' ? success : told
      const { effectId = null } = (answer?.json?.error ?? answer?.json ?? {}) as { effectId?: string | null }
      notes.attempts.push({ key, target, operator, invoked, ended, outcome, effectId })
      if (outcome === success || left <= 1) return { outcome, effectId }
      await pause(random() * 300)
    }
  }

  async function decide(): Promise<void> {
    const draft = claimed && random() < 0.5 ? claimed : pick(setting.drafts)
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
    // Whoever decides lets go of the draft.
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
    const draft = claimed && random() < 0.7 ? claimed : pick(setting.drafts.slice(0, 8))
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
    const toNumber = setting.nextNumber()
    const body = { agentId: setting.agentId, toNumber }
    await command(`call ${toNumber}`, '/gateway/calls', () => body, 'done')
  }

  async function startBatch(): Promise<void> {
    const [first, second] = [setting.nextNumber(), setting.nextNumber()]
    const form = () =>
      launch(`phone_number,first_name\n${first},Ada\n${second},Bo\n`, {
        agentId: setting.agentId,
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

  /** Answered from memory while the database is away: it says its age, and promises nothing. */
  const isRemembered = (answer: Answer | null) => answer?.headers.get('age') != null

  async function readLedger(): Promise<void> {
    const { invoked, ended, answer } = await ask('GET', '/gateway/effects?limit=50')
    if (isRemembered(answer)) return
    if (answer?.status === 200) noteStates(invoked, ended, answer.json.effects as { id: string; state: string }[])
    else if (answer?.status === 401) await land()
  }

  async function readDecisions(): Promise<void> {
    const { invoked, ended, answer } = await ask('GET', '/gateway/decisions')
    if (answer?.status !== 200 || isRemembered(answer)) return
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
      `/v1/api/conversations/${pick(setting.drafts.slice(0, 20)).conversationId}`,
    ])
    const { invoked, ended, answer } = await ask('GET', path)
    const age = answer?.headers.get('age')
    // An age without a reading of the service is not one.
    if (answer?.status !== 200 || age == null || !/^\/(api|v1)\//.test(path)) return
    notes.seen.push({ session: name, invoked, ended, read: { path, at: ended - Number(age) * 1000 } })
  }

  /** Ends a session, and goes on with it for a while. */
  async function endSession(): Promise<void> {
    const cookies = browser.cookies()
    const { answer, ended } = await ask('POST', '/gateway/session/sign-out')
    await land()
    if (answer?.status !== 200) return
    const uses: { invoked: number; status: number }[] = []
    // Signing out takes the cookie; whoever copied it still has it.
    const copied = openBrowser(async (request) => {
      const headers = new Headers(request.headers)
      for (const forbidden of ['host', 'connection']) headers.delete(forbidden)
      headers.set('connection', 'close')
      const { pathname } = new URL(request.url)
      return fetch(pick(addresses) + pathname, { headers, signal: AbortSignal.timeout(setting.patienceMs) })
    })
    const cookie = cookies.map(([cookie, value]) => `${cookie}=${value}`).join('; ')
    for (const waitMs of [0, 1_000, 1_100, 700]) {
      await pause(waitMs)
      const invoked = Date.now()
      const used = await copied.get('/gateway/effects?limit=1', { headers: { cookie } }).catch(() => null)
      if (used && !isRemembered(used)) uses.push({ invoked, status: used.status })
    }
    notes.endedSessions.push({ endedAt: ended, uses })
  }

  type Weighted = readonly [weight: number, operation: () => Promise<unknown>]
  const ofAdministrator: readonly Weighted[] = [
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
    ...(operator === 'ready-admin' ? ofAdministrator : []),
    [1, endSession],
  ]
  const total = operations.reduce((sum, [weight]) => sum + weight, 0)

  return {
    /** How many things it has asked for. */
    done: () => done,
    /** Asks for things until it has asked so often, or `isOver`. */
    async run(count: number, isOver: () => boolean): Promise<void> {
      await land()
      for (done = 0; done < count && !isOver(); done += 1) {
        let at = random() * total
        const [, operation] = operations.find(([weight]) => (at -= weight) < 0) ?? [0, readLedger]
        await operation()
        await pause(random() * setting.thinksMs)
      }
    },
  }
}
