import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Queue } from '#components/unfinished/unfinished-work.ts'
import { type CallCounts, type Effect, type KnownBatch, roles } from '#contract/index.ts'
import { layoutFor } from './panels-by-role.ts'
import { problemTexts } from './problem-texts.tsx'
import { findProblems } from './problems.ts'
import { estimatedEnd, openBatches, readTimeOf } from './running-batches.ts'
import { linesOf } from './sparkline.tsx'
import { answeredShareOf, callsInThisHour, figuresOf, todayUntil } from './today.ts'
import { coverageText } from './today-panel.tsx'
import { change, differenceOf, figuresByHour, yesterdayRead } from './today-pasts.tsx'
import { countByAge, countWaiting, draftsLine, emptyQueueText, oldestDraft, queueNote } from './waiting-drafts.ts'

const minute = 60_000
const now = 1_700_000_000_000

const batch = (
  progress: Partial<NonNullable<KnownBatch['progress']>>,
  fields: Partial<KnownBatch> = {},
): KnownBatch => ({
  batchId: 'batch_1',
  launchId: 'batch_1',
  name: 'Renewals',
  agentId: null,
  agentName: null,
  startedBy: null,
  recipients: null,
  origin: null,
  callsBack: null,
  isTest: false,
  stopped: null,
  closing: null,
  startedAt: now - 10 * minute,
  scheduledAt: null,
  readAt: now,
  progress: {
    status: 'processing',
    isComplete: false,
    waiting: 0,
    active: 0,
    completed: 0,
    failed: 0,
    cancelled: 0,
    total: 0,
    ...progress,
  },
  ...fields,
})
const noProblems = { pausedUntil: null, batches: [], unknown: [], now }
const problemTextsFor = (facts: Parameters<typeof findProblems>[0]) => findProblems(facts).map(problemTexts)

describe('the overview', () => {
  it('estimates the end of a batch from its pace', () => {
    const halfDone = batch({ completed: 8, failed: 2, waiting: 9, active: 1, total: 20 })
    expect(estimatedEnd(halfDone, now)).toBe(now + 10 * minute)
  })

  it('measures the pace of a scheduled batch from its start time', () => {
    const startTimes = { startedAt: now - 10_000 * minute, scheduledAt: now - 10 * minute }
    expect(estimatedEnd(batch({ completed: 8, failed: 2, waiting: 9, active: 1, total: 20 }, startTimes), now)).toBe(
      now + 10 * minute,
    )
  })

  it('does not count a scheduled batch as running', () => {
    const scheduledBatch = batch({ status: 'scheduled', waiting: 3, total: 3 }, { scheduledAt: now + minute })
    const { calling, scheduled } = openBatches([scheduledBatch, batch({ active: 1 })], now)
    expect([calling, scheduled].map(({ length }) => length)).toEqual([1, 1])
    expect(scheduled).toEqual([scheduledBatch])
  })

  it('estimates from the time at which the batch was read, not from now', () => {
    const halfDone = batch({ completed: 10, waiting: 10, total: 20 }, { readAt: now - minute })
    expect(estimatedEnd(halfDone, now)).toBe(now - minute + 9 * minute)
  })

  it('estimates no end that has passed while the batch could not be read', () => {
    const halfDone = batch({ completed: 10, waiting: 10, total: 20 })
    expect(estimatedEnd(halfDone, now + 9 * minute)).toBe(now + 10 * minute)
    expect(estimatedEnd(halfDone, now + 10 * minute)).toBeNull()
  })

  it('estimates no end from too few calls', () => {
    expect(estimatedEnd(batch({ completed: 2, waiting: 18 }), now)).toBeNull()
    expect(estimatedEnd(batch({ completed: 9, waiting: 18 }, { startedAt: null }), now)).toBeNull()
    expect(estimatedEnd(batch({ completed: 9, isComplete: true }), now)).toBeNull()
    expect(estimatedEnd(batch({}, { progress: null }), now)).toBeNull()
  })

  it('counts a batch as running while it has calls to place, and one that was never read as neither', () => {
    const neverRead = batch({}, { progress: null, readAt: null })
    const running = batch({ waiting: 1 }, { readAt: now - minute })
    const { calling, unread } = openBatches([batch({ isComplete: true }), neverRead, running], now)
    expect([calling, unread]).toEqual([[running], [neverRead]])
    expect(readTimeOf([running, neverRead, batch({})])).toBe(now - minute)
    expect(readTimeOf([neverRead])).toBeNull()
  })

  it('counts waiting drafts, and shows when they were read', () => {
    const draft = (decision: object | null = null) => ({ decision }) as Queue['drafts'][number]
    const queue: Queue = {
      drafts: [draft(), draft(), draft({ state: 'unknown' })],
      readAt: now - 75_000,
      watching: 38,
      unread: 0,
      listed: true,
      undelivered: [],
    }
    expect(countWaiting(queue)).toBe(2)
    expect(queueNote(queue, now)).toBe('Checked 38 conversations 1 min ago')
    // U03: the age also grows while the gateway does not answer.
    expect(queueNote(queue, now + 45_000)).toBe('Checked 38 conversations 2 min ago')
    expect(queueNote({ ...queue, unread: 4 }, now)).toBe('Checked 34 of 38 conversations 1 min ago')
    for (const watching of [0, 38]) {
      const notLoaded: Queue = { drafts: [], readAt: null, watching, unread: watching, listed: true, undelivered: [] }
      expect(countWaiting(notLoaded)).toBeUndefined()
      expect(queueNote(notLoaded, now)).toBe('Not loaded yet')
      expect(emptyQueueText(notLoaded)).toMatch(/^Drafts are loaded while /)
    }
  })

  it('says that no conversation is known if the service lists none and the team has opened none', () => {
    const queue: Queue = { drafts: [], readAt: null, watching: 0, unread: 0, listed: false, undelivered: [] }
    expect(countWaiting(queue)).toBeUndefined()
    expect(queueNote(queue, now)).toBe('No conversations known')
    expect(emptyQueueText(queue)).toMatch(/^No drafts waiting\. .*The service does not list its conversations/)
  })

  it('finds no problems in a normal state', () => {
    expect(findProblems(noProblems)).toEqual([])
    expect(findProblems({ ...noProblems, pausedUntil: now - 1 })).toEqual([])
  })

  it('lists unknown outcomes first, with the page on which to resolve them', () => {
    const effect: Effect = {
      id: 'e1',
      endpoint: 'batchStart',
      ids: {},
      state: 'unknown',
      operator: 'Priya',
      at: now,
      settledBy: null,
      happened: null,
      reason: null,
      lastCheckedAt: null,
      nextCheckAt: null,
      announced: [],
      subject: null,
    }
    const problems = problemTextsFor({
      ...noProblems,
      pausedUntil: now + 21_200,
      unknown: [effect],
    })
    expect(problems.map(({ page }) => page)).toEqual(['batches', 'budget'])
    expect(problems[0]?.message).toBe('We do not know whether a batch was started. Requested by Priya.')
    expect(problems[1]?.until).toBe(now + 21_200)
  })

  it('reports a batch whose calls fail, once enough have ended', () => {
    const failures = { read: 8, technical: 8 }
    const failingBatch = batch({ completed: 12, failed: 8, waiting: 5 }, { failures })
    expect(problemTextsFor({ ...noProblems, batches: [failingBatch] })).toMatchObject([
      {
        page: 'batch',
        batchId: 'batch_1',
        message: '40% of the ended calls of Renewals failed for a technical reason.',
      },
    ])
    expect(findProblems({ ...noProblems, batches: [batch({ completed: 1, failed: 4 }, { failures })] })).toEqual([])
    // Nobody read why. On a normal evening, fewer fail.
    expect(problemTextsFor({ ...noProblems, batches: [batch({ completed: 5, failed: 95 })] })).toMatchObject([
      { message: 'Most of the ended calls of Renewals failed, and nothing says why.' },
    ])
    expect(findProblems({ ...noProblems, batches: [batch({ completed: 40, failed: 60 })] })).toEqual([])
    expect(
      problemTextsFor({ ...noProblems, batches: [batch({ completed: 1, failed: 999 }, { failures })] }),
    ).toMatchObject([{ message: '>99% of the ended calls of Renewals failed for a technical reason.' }])
  })

  it('reports a batch that reaches nobody once, and not also as failing', () => {
    const unreachedBatch = batch({ failed: 34, waiting: 66 })
    expect(problemTextsFor({ ...noProblems, batches: [unreachedBatch] }).map(({ message }) => message)).toEqual([
      'Renewals has not reached anyone: none of its first 34 calls was completed.',
    ])
  })

  it('reports a batch that Switchboard stopped for a day, or until somebody continues with the remaining people', () => {
    const automaticStop = { at: now, ended: 24, failed: 14, read: 14, technical: 14, reasons: [] }
    const cancelled = { status: 'cancelled', isComplete: true, completed: 10, failed: 14, cancelled: 76 }
    const stoppedBatch = batch(cancelled, { stopped: automaticStop, callsBack: false })
    const problemsAt = (at: number, ...otherBatches: KnownBatch[]) =>
      problemTextsFor({ ...noProblems, now: at, batches: [stoppedBatch, ...otherBatches] }).map(
        ({ message, advice }) => `${message} ${advice}`,
      )
    expect(problemsAt(now)).toEqual([
      'Switchboard stopped Renewals: 14 of the first 24 calls failed for a technical reason. 76 people were not called. Find the cause, then continue with the remaining people.',
    ])
    expect(problemsAt(now + 25 * 60 * minute)).toEqual([])
    const origin = { batchId: 'batch_1', name: 'Renewals', calls: 'never_called' } as const
    expect(problemsAt(now, batch(cancelled, { batchId: 'batch_2', origin }))).toEqual([])
  })

  it('links each unknown outcome to the page on which it is resolved', () => {
    const effect = (endpoint: string): Effect => ({
      id: endpoint,
      endpoint,
      ids: {},
      state: 'unknown',
      operator: 'Priya',
      at: now,
      settledBy: null,
      happened: null,
      reason: null,
      lastCheckedAt: null,
      nextCheckAt: null,
      announced: [],
      subject: null,
    })
    const problems = problemTextsFor({
      ...noProblems,
      unknown: ['batchStart', 'callSend', 'messageAction', 'agentUpdate'].map(effect),
    })
    expect(problems.map(({ page }) => page)).toEqual(['batches', 'calls', 'review', 'unknown'])
  })

  it('shows each role its own work first, the same panels to everybody, and four figures', () => {
    expect(layoutFor(['reviewer']).figures[0]).toBe('drafts')
    expect(layoutFor(['campaign_manager', 'support']).panels[0][0]).toBe('running')
    for (const role of roles) {
      const { figures, panels } = layoutFor([role])
      expect(new Set(figures).size).toBe(4)
      expect(figures).toEqual(expect.arrayContaining(['today', 'answered', 'drafts']))
      expect(new Set(panels.flat()).size).toBe(3)
    }
  })

  it('counts drafts by the waiting times of the queue, without those that are decided', () => {
    const draft = (ageMinutes: number, decision: object | null = null) =>
      ({ createdAt: new Date(now - ageMinutes * minute).toISOString(), decision }) as Queue['drafts'][number]
    const queue: Queue = {
      drafts: [draft(2_000), draft(61), draft(60), draft(10), draft(9), draft(3_000, { state: 'held' })],
      readAt: now,
      watching: 5,
      unread: 0,
      listed: true,
      undelivered: [],
    }
    expect(countByAge(queue, now)).toEqual([
      { age: '10m', count: 4 },
      { age: '1h', count: 3 },
      { age: '1d', count: 1 },
    ])
    expect(oldestDraft(queue)).toBe(now - 2_000 * minute)
    expect(oldestDraft({ ...queue, drafts: [] })).toBeNull()
  })

  it('never says that nothing needs attention while a draft waits', () => {
    const draft = (ageMinutes: number) =>
      ({ createdAt: new Date(now - ageMinutes * minute).toISOString(), decision: null }) as Queue['drafts'][number]
    const queueOf = (...drafts: Queue['drafts']): Queue => ({
      drafts,
      readAt: now,
      watching: 3,
      unread: 0,
      listed: true,
      undelivered: [],
    })
    const lineOf = (queue: Queue | undefined, isRefused = false) => draftsLine(queue, isRefused, true, now)
    expect(lineOf(queueOf(draft(5), draft(61), draft(90)))).toEqual({
      label: '2 drafts waiting over 1 hour',
      age: '1h',
    })
    expect(lineOf(queueOf(draft(5)))).toEqual({ label: '1 draft to review', age: null })
    expect(lineOf(queueOf())).toBeNull()
    expect(lineOf(undefined)?.label).toBe('Loading drafts…')
    expect(lineOf(undefined, true)).toBeNull()
    const unread = { ...queueOf(), unread: 3 }
    expect(lineOf(unread)?.label).toBe('Loading drafts…')
    // Whose page loads no drafts waits for nothing.
    expect(draftsLine(unread, false, false, now)?.label).toBe('Drafts not loaded yet')
    expect(draftsLine({ ...unread, watching: 0, unread: 0 }, false, false, now)).toBeNull()
  })

  it('leaves drafts out whose time the service did not tell', () => {
    const drafts = ['', 'x'.repeat(50), new Date(now - minute).toISOString()].map(
      (createdAt) => ({ createdAt, decision: null }) as Queue['drafts'][number],
    )
    const queue: Queue = { drafts, readAt: now, watching: 0, unread: 0, listed: true, undelivered: [] }
    expect(oldestDraft(queue)).toBe(now - minute)
    expect(oldestDraft({ ...queue, drafts: drafts.slice(0, 2) })).toBeNull()
  })

  it('sums the calls of today, and shows the hours since the first of them', () => {
    const hour = 60 * minute
    const group = (at: number, outcomes: CallCounts['groups'][number]['outcomes']) => ({
      key: `${at}`,
      name: null,
      outcomes,
      longTalks: 0,
      talkSeconds: 0,
    })
    const first = new Date(now).setMinutes(0, 0, 0) - 3 * hour
    const groups = [group(first, { agreed: 2, mailbox: 1 }), group(first + 2 * hour, { no_answer: 5, said_no: 1 })]
    expect(figuresOf(groups)).toEqual({ calls: 9, known: 9, answered: 3 })
    const counts = (seen: number, ended: number, of = groups): CallCounts => ({
      groups: of,
      coverage: { seen, seenToEnd: seen, ended, unknownBatches: 0 },
      since: null,
    })
    expect([answeredShareOf(counts(1, 35)), answeredShareOf(counts(0, 0))]).toEqual([1 / 3, 1 / 3])
    expect(answeredShareOf(counts(0, 0, []))).toBeNull()
    // The known calls are those that were answered, so a share of them would say too much.
    expect(answeredShareOf(counts(0, 35))).toBeNull()
    // Nobody knows how these ended.
    expect(answeredShareOf(counts(1, 35, [group(first, { agreed: 1, busy: 1, unknown: 8 })]))).toBe(0.5)
    expect(answeredShareOf(counts(1, 35, [group(first, { unknown: 8 })]))).toBeNull()
    expect([change('calls', 12), change('calls', -3), change('answered', 0.034)]).toEqual(['+12', '−3', '+3 pt'])
    // Rows that are not read yet are no fall.
    expect([
      differenceOf('calls', counts(9, 9), counts(9, 9, [...groups, ...groups])),
      differenceOf('calls', counts(1, 35), counts(9, 9)),
    ]).toEqual([-9, null])
    expect(differenceOf('answered', counts(9, 9), counts(1, 35))).toBeNull()
    // Also single calls, which belong to no batch. Nothing is said once nearly all is known.
    expect(
      [
        [0, 0],
        [42, 99],
        [98, 99],
        [99, 99],
      ].map(([seen = 0, ended = 0]) => coverageText({ seen, seenToEnd: seen, ended, unknownBatches: 0 })),
    ).toEqual([
      'The chart shows the calls that your team has seen.',
      'Details known for 42 of 99 calls that ended in today’s batches.',
      'Details known for 98 of 99 calls that ended in today’s batches.',
      '',
    ])
    const none = { calls: 0, known: 0, answered: 0 }
    const fullHours = [{ calls: 3, known: 3, answered: 2 }, none, { calls: 6, known: 6, answered: 1 }]
    // One call in the first minutes of an hour is no collapse.
    expect(figuresByHour([...groups, group(first + 3 * hour, { agreed: 1 })], now)).toEqual(fullHours)
    expect(figuresByHour(groups, first + 4 * hour)).toEqual([...fullHours, none])
    expect([figuresByHour([], now), figuresByHour(groups, first + hour / 2)]).toEqual([[], []])
    expect([callsInThisHour(groups, now), callsInThisHour(groups, now - hour)]).toEqual([0, 6])
    const { from, to } = todayUntil(now)
    expect([new Date(from).getHours(), to > now, to - now <= 2 * minute]).toEqual([0, true, true])
  })

  it('compares today with yesterday until the same time of day, also if yesterday had 25 hours', () => {
    vi.stubEnv('TZ', 'Europe/Berlin')
    onTestFinished(() => void vi.unstubAllEnvs())
    const { queryKey } = yesterdayRead(Date.parse('2026-10-26T13:31+01:00'))
    expect(queryKey[1]).toMatchObject({
      query: { from: Date.parse('2026-10-25T00:00+02:00'), to: Date.parse('2026-10-25T13:32+01:00') },
    })
  })
})

describe('a small line', () => {
  it('has a gap where the value is not known', () => {
    expect(linesOf([0, 4, null, 2, 4], 4)).toEqual([
      [
        [0, 21],
        [25, 2],
      ],
      [
        [75, 11.5],
        [100, 2],
      ],
    ])
    expect(linesOf([null, 4, null], 4)).toEqual([
      [
        [25, 2],
        [75, 2],
      ],
    ])
    expect(linesOf([4], 4)).toEqual([
      [
        [0, 2],
        [100, 2],
      ],
    ])
    expect(linesOf([null, null], 4)).toEqual([])
  })
})
