/** What the overview makes of the reads it has: which batches run and when they end, and what is wrong. Pure. */
import { scheduledStart } from '#components/batches/scheduled-start.ts'
import { deedOfEffect } from '#components/effects/effect-words.ts'
import {
  type Budget,
  type Contract,
  type Effect,
  failing,
  type KnownBatch,
  type ResponseOf,
  type Role,
  sumOf,
} from '#contract/index.ts'
import { number, plural } from '#ui/text/format-number.ts'
import { ago } from '#ui/time/format-time.ts'

/** Batches that are not over: those that place calls, and those whose start is to come. Each with the one started last first. */
export function running(
  batches: readonly KnownBatch[],
  now: number,
): { calling: KnownBatch[]; scheduled: KnownBatch[] } {
  const open = batches.filter(({ progress }) => progress !== null && !progress.isComplete)
  const scheduled = open.filter((batch) => scheduledStart(batch, now) !== null)
  return { calling: open.filter((batch) => !scheduled.includes(batch)), scheduled }
}

/** Calls that must have ended before their pace says anything. */
const enough = 3

/**
 * When a batch will have ended at its pace so far.
 *
 * @param now the gateway's clock (epoch ms)
 * @returns epoch ms; null while the pace is not known
 */
export function endsAt({ progress, startedAt, scheduledAt, age }: KnownBatch, now: number): number | null {
  if (!progress || progress.isComplete || startedAt === null) return null
  const began = Math.max(startedAt, scheduledAt ?? 0)
  const readAt = now - (age ?? 0) * 1_000
  const ended = sumOf(progress.completed, progress.failed)
  const left = sumOf(progress.waiting, progress.active)
  if (ended === null || left === null || ended < enough || readAt <= began) return null
  const each = (readAt - began) / ended
  return readAt + each * left
}

export type Queue = ResponseOf<Contract['reviewQueue']>

/** Drafts that wait for somebody: nothing is decided about them yet. */
const undecided = ({ drafts }: Queue) => drafts.filter(({ decision }) => decision?.state !== 'held')

const nothingRead = ({ watching, unread }: Queue) => watching === unread

/** How many wait; undefined while nobody has looked, since then nothing is known. */
export const waitingIn = (queue: Queue): number | undefined =>
  nothingRead(queue) ? undefined : undecided(queue).length

/**
 * Beside the figure: how old what we know is, at its oldest. In few words: a second line would move the page below it.
 *
 * @param since milliseconds since the gateway was asked: an age goes on while nobody answers
 */
export function queueNote(queue: Queue, since: number): string {
  if (nothingRead(queue)) return 'Nobody has looked yet. Open the queue'
  const oldest = Math.floor(Math.max(0, ...queue.drafts.map(({ age }) => age)) + Math.max(0, since) / 1_000)
  const of = queue.unread > 0 ? `${number(queue.watching - queue.unread)} of ` : ''
  const known = plural(queue.watching, 'conversation', 'conversations')
  return `In ${of}${known}${oldest >= 1 ? `, read ${ago(0, oldest * 1_000)}` : ''}`
}

export interface Trouble {
  /** Where it is looked after. */
  at: 'budget' | 'batch' | 'batches' | 'calls' | 'review' | 'unknown'
  /** The batch, where it is about one. */
  id: string | null
  what: string
  next: string
  /** Seconds, from when the budget was read, until it is over; null: not by itself. */
  wait: number | null
}

function failingBatch({ batchId, name, progress }: KnownBatch): Trouble[] {
  if (!progress || progress.isComplete) return []
  const ended = sumOf(progress.completed, progress.failed)
  if (ended === null || ended < failing.of) return []
  const failed = (progress.failed ?? 0) / ended
  if (failed <= failing.share) return []
  const share = Math.round(100 * failed)
  return [
    {
      at: 'batch',
      id: batchId,
      what: `${share}% of the calls of ${name} that ended have failed.`,
      next: 'Look at the reasons, or cancel what remains.',
      wait: null,
    },
  ]
}

/** Where each is settled: among what it is about, else with all that is unknown. */
const settledAt: Partial<Record<string, Trouble['at']>> = {
  batchStart: 'batches',
  callSend: 'calls',
  activeCallEnd: 'calls',
  activeCallTakeOver: 'calls',
  messageAction: 'review',
}

const unknownEffect = ({ endpoint, operator }: Effect): Trouble => ({
  at: settledAt[endpoint] ?? 'unknown',
  id: null,
  what: `We do not know ${deedOfEffect(endpoint).whether}. Asked for by ${operator}.`,
  next: 'Do not do it again. Look for it at the service, then settle it.',
  wait: null,
})

/** What is wrong, the worst first; empty when nothing is. A service that does not answer is the banner's to say. */
export function troubles(facts: {
  budget: Budget | undefined
  batches: readonly KnownBatch[]
  unknown: readonly Effect[]
}): Trouble[] {
  const { budget, batches, unknown } = facts
  const found: Trouble[] = unknown.map(unknownEffect)
  if (budget && budget.pausedFor > 0) {
    found.push({
      at: 'budget',
      id: null,
      what: 'The service has refused requests as too many.',
      next: 'You can still cancel a batch.',
      wait: budget.pausedFor,
    })
  }
  return [...found, ...batches.flatMap(failingBatch)]
}

export type Figure = 'calls' | 'batches' | 'drafts' | 'requests'
export type Panel = 'live' | 'running' | 'drafts' | 'budget'
interface Arrangement {
  figures: readonly Figure[]
  /** Left and right; where it is narrow, one after the other. */
  panels: readonly [readonly Panel[], readonly Panel[]]
}

/** What each role looks for first stands first; nobody is shown less. */
const arrangements: Record<Role, Arrangement> = {
  support: {
    figures: ['calls', 'drafts', 'batches', 'requests'],
    panels: [['live'], ['running', 'drafts', 'budget']],
  },
  campaign_manager: {
    figures: ['batches', 'calls', 'requests', 'drafts'],
    panels: [
      ['running', 'live'],
      ['budget', 'drafts'],
    ],
  },
  reviewer: {
    figures: ['drafts', 'calls', 'batches', 'requests'],
    panels: [['drafts'], ['running', 'live', 'budget']],
  },
  admin: {
    figures: ['calls', 'batches', 'drafts', 'requests'],
    panels: [['running', 'drafts', 'budget'], ['live']],
  },
}

/** Somebody with several roles sees it as the first of them does. */
export const arrangementFor = (roles: readonly Role[]): Arrangement => arrangements[roles[0] ?? 'support']
