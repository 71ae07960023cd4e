/** Simulates a service with the rate limit of its plan, on a fake clock, and the operators who watch its calls. */
import { mock } from 'node:test'
import { setImmediate as waitForPromises } from 'node:timers/promises'
import { plans } from '#contract/index.ts'
import { createLimiter } from '#server/service/auth/rate-limit.ts'

const usualStepMs = 25
const secondMs = 1_000
const minuteMs = 60 * secondMs
/** How long it takes until all tabs are open and have their first answers. */
const warmUpMs = 2 * minuteMs
export const measuredMs = 10 * minuteMs
/** No more calls end this long before the end, so that their records can be read. */
const drainMs = 3 * minuteMs
/** Where the path of a call's own record begins. */
export const recordPath = '/v1/api/batch-calls/'

export interface Scenario {
  operators: number
  calls: number
  /** Whether everybody watches the same call; otherwise up to three different ones. */
  watchSameCall?: boolean
  /** Whether the service can list its calls, so that the wall takes one read. */
  canListCalls?: boolean
  /** Whether nobody has a call open on its own page. */
  isWallOnly?: boolean
  /** One more operator reviews the drafts of this many conversations, and decides about five a minute. */
  reviewedConversations?: number
  /** Decisions about drafts in a minute, by all reviewers together, who see the service's list of conversations. They replace the other commands. */
  decisionsPerMinute?: number
  /** Calls of batches that end in a minute, whose own records nobody waits for. */
  endingCallsPerMinute?: number
  /** The batches that these calls belong to; one call of each ends in turn. */
  batches?: number
  /** All rows of these batches. The run lasts until each has ended, and some minutes more. */
  rows?: number
  /** Time between two looks at the clock, ms. */
  stepMs?: number
  /** Pages that people open in a minute, each with a read of its own. */
  openedPerMinute?: number
  /** After this time, everybody is gone, ms from the start. */
  leaveAtMs?: number
}

/** A call of a batch that has ended. */
export interface EndedCall {
  jobId: string
  /** Later batches have higher numbers. */
  batch: number
  /** Epoch ms; null: it was not read yet. */
  readAt: number | null
  endedAt: number
}

/** A call or a conversation as shown on one operator's screen. */
export interface ShownCall {
  callId: string
  /** Whether it is a conversation; its ID is then `callId`. */
  isConversation?: boolean
  /** Whether it is open on its own page; otherwise it is on the wall. */
  isInFocus: boolean
  /** When the shown data was read from the service, epoch ms; null if nothing is shown yet. */
  readAt: number | null
}

/** Two tabs of one operator: a call's page, and the wall. */
export interface Operator {
  name: string
  tabs: ShownCall[][]
}

export interface ServiceAnswer {
  status: number
  retryAfterSeconds: number
}
export type SendRequest = (path: string) => Promise<ServiceAnswer>

/** A way to keep the calls on the operators' screens up to date. */
export interface Strategy {
  name: string
  open: (
    sendRequest: SendRequest,
    operators: Operator[],
    random: () => number,
    canListCalls: boolean,
  ) => {
    command: (sent: () => void) => Promise<boolean>
    /** Opens the queue, and returns a function that decides about a draft: reads its conversation again, then sends the decision. */
    openQueue?: () => () => Promise<void>
    /** Reads the records of calls that have ended, which nobody waits for. */
    readEnded?: (calls: readonly EndedCall[]) => void
    /** Opens a page that needs a read of its own. @param sent called when it is sent */
    openPage?: (id: string, sent: () => void) => Promise<void>
  }
}

export interface Measurements {
  /** Requests in ten minutes, and how many were refused. */
  requestCount: number
  refusedCount: number
  requestCountInFocus: number
  /** Ages of the shown data, in seconds. */
  agesSeconds: number[]
  agesInFocusSeconds: number[]
  agesOutOfFocusSeconds: number[]
  /** Seconds from a click until the command reaches the service; excluding commands whose first attempt was refused. */
  commandDelaysSeconds: number[]
  refusedCommandCount: number
  /** Seconds from the end of each call until its record was read; Infinity: it was not read. */
  outcomeDelaysSeconds: number[]
  /** The most records that were read in any minute, at the service. */
  maxOutcomesPerMinute: number
  /** The fewest records in any minute while there was something to read, from a minute after everybody was gone; Infinity: nobody went. */
  minOutcomesAfterLeaving: number
  /** Seconds from opening a page until its read is sent. */
  openDelaysSeconds: number[]
}

/** Creates a generator of random numbers from 0 to 1, which are the same in every run (mulberry32). */
function createSeededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const maxCallsInFocus = 3

/** The time from one decision of the reviewer to the next. */
const reviewIntervalMs = minuteMs / 5

/** A reviewer's tab has the open conversation, and all conversations of the queue. */
function createReviewer(conversations: number): Operator {
  const ids = Array.from({ length: conversations }, (_, index) => `conversation-${index}`)
  const open: ShownCall = { callId: ids[0] ?? '', isConversation: true, isInFocus: true, readAt: null }
  let index = 0
  setInterval(() => {
    index += 1
    open.callId = ids[index % ids.length] ?? ''
  }, reviewIntervalMs)
  const queue = ids.map((callId): ShownCall => ({ callId, isConversation: true, isInFocus: false, readAt: null }))
  return { name: 'reviewer', tabs: [[open, ...queue]] }
}

function createOperators({ operators, calls, watchSameCall, isWallOnly }: Scenario): Operator[] {
  const callIds = Array.from({ length: calls }, (_, index) => `room-${index}`)
  const callsInFocus = callIds.slice(0, watchSameCall ? 1 : maxCallsInFocus)
  const createShownCall = (callId: string, isInFocus: boolean): ShownCall => ({ callId, isInFocus, readAt: null })
  return Array.from({ length: operators }, (_, index) => ({
    name: `operator ${index}`,
    tabs: [
      isWallOnly ? [] : [createShownCall(callsInFocus[index % callsInFocus.length] ?? '', true)],
      callIds.map((callId) => createShownCall(callId, false)),
    ],
  }))
}

const wait = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms))

/** Runs a scenario with one strategy, on a fake clock. */
export async function simulate(strategy: Strategy, scenario: Scenario): Promise<Measurements> {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: 0 })
  try {
    return await runSimulation(strategy, scenario)
  } finally {
    mock.timers.reset()
  }
}

async function runSimulation(strategy: Strategy, scenario: Scenario): Promise<Measurements> {
  const random = createSeededRandom(7)
  const rateLimiter = createLimiter(plans.developer)('', 'standard')
  const operators = createOperators(scenario)
  const shownCalls = operators.flatMap(({ tabs }) => tabs.flat())
  const idsInFocus = new Set(shownCalls.filter(({ isInFocus }) => isInFocus).map(({ callId }) => callId))
  const measurements: Measurements = {
    requestCount: 0,
    refusedCount: 0,
    requestCountInFocus: 0,
    agesSeconds: [],
    agesInFocusSeconds: [],
    agesOutOfFocusSeconds: [],
    commandDelaysSeconds: [],
    refusedCommandCount: 0,
    outcomeDelaysSeconds: [],
    maxOutcomesPerMinute: 0,
    minOutcomesAfterLeaving: Infinity,
    openDelaysSeconds: [],
  }
  const recordsAt: number[] = []
  const isMeasuring = () => Date.now() > warmUpMs

  const sendRequest: SendRequest = async (path) => {
    await wait(30 + random() * 70)
    const verdict = rateLimiter.take(Date.now())
    if (path.startsWith(recordPath)) {
      recordsAt.push(Date.now())
      while ((recordsAt[0] ?? Infinity) <= Date.now() - minuteMs) recordsAt.shift()
      const inMinute = recordsAt.length
      measurements.maxOutcomesPerMinute = Math.max(measurements.maxOutcomesPerMinute, inMinute)
    }
    if (isMeasuring()) {
      measurements.requestCount += 1
      measurements.refusedCount += verdict.admitted ? 0 : 1
      measurements.requestCountInFocus += idsInFocus.has(path.split('/').at(-1) ?? '') ? 1 : 0
    }
    await wait(30 + random() * 70)
    return verdict.admitted
      ? { status: 200, retryAfterSeconds: 0 }
      : { status: 429, retryAfterSeconds: verdict.retryAfterSeconds }
  }
  const { rows = Infinity, endingCallsPerMinute = 0 } = scenario
  const lastsMs = rows < Infinity ? (rows / endingCallsPerMinute) * minuteMs + 2 * drainMs : measuredMs
  const reviewers = scenario.reviewedConversations ? [createReviewer(scenario.reviewedConversations)] : []
  const { command, openQueue, readEnded, openPage } = strategy.open(
    sendRequest,
    [...operators, ...reviewers],
    random,
    scenario.canListCalls ?? false,
  )

  const clickRepeatedly = async () => {
    for (;;) {
      // Six commands a minute on average, decisions included. Ten requests a minute are reserved for commands.
      await wait((5 + random() * 10) * secondMs)
      const clickedAt = Date.now()
      const accepted = command(
        () => isMeasuring() && measurements.commandDelaysSeconds.push((Date.now() - clickedAt) / secondMs),
      )
      void accepted.then((ok) => {
        if (isMeasuring() && !ok) measurements.refusedCommandCount += 1
      })
    }
  }
  const decide = scenario.decisionsPerMinute ? openQueue?.() : undefined
  if (decide) setInterval(() => void decide(), minuteMs / (scenario.decisionsPerMinute ?? 1))
  else void clickRepeatedly()

  const endedCalls: EndedCall[] = []
  if (endingCallsPerMinute > 0) {
    setInterval(() => {
      if (endedCalls.length < rows && Date.now() < warmUpMs + lastsMs - drainMs)
        endedCalls.push({
          jobId: `job-${endedCalls.length}`,
          batch: endedCalls.length % (scenario.batches ?? 1),
          endedAt: Date.now(),
          readAt: null,
        })
    }, minuteMs / endingCallsPerMinute)
    readEnded?.(endedCalls)
  }
  if (scenario.openedPerMinute) {
    let opened = 0
    setInterval(() => {
      const openedAt = Date.now()
      void openPage?.(
        `page-${opened++}`,
        () => isMeasuring() && measurements.openDelaysSeconds.push((Date.now() - openedAt) / secondMs),
      )
    }, minuteMs / scenario.openedPerMinute)
  }

  const { leaveAtMs = Infinity } = scenario
  if (leaveAtMs < Infinity)
    setTimeout(() => {
      for (const tab of [...operators, ...reviewers].flatMap(({ tabs }) => tabs)) tab.splice(0)
    }, leaveAtMs)

  // Take a sample every 1.73 s, so that sampling does not fall into step with polling.
  for (let nextSampleAt = warmUpMs; Date.now() < warmUpMs + lastsMs; ) {
    mock.timers.tick(scenario.stepMs ?? usualStepMs)
    await waitForPromises()
    if (Date.now() < nextSampleAt) continue
    nextSampleAt += 1_730
    if (Date.now() > leaveAtMs) {
      const isBusy = endedCalls.filter(({ readAt }) => readAt === null).length > 1
      const inMinute = recordsAt.filter((at) => at > Date.now() - minuteMs).length
      if (isBusy && Date.now() > leaveAtMs + 2 * minuteMs)
        measurements.minOutcomesAfterLeaving = Math.min(measurements.minOutcomesAfterLeaving, inMinute)
      continue
    }
    for (const { callId: call, isInFocus, readAt } of shownCalls) {
      const age = (Date.now() - (readAt ?? 0)) / secondMs
      measurements.agesSeconds.push(age)
      if (isInFocus) measurements.agesInFocusSeconds.push(age)
      else if (!idsInFocus.has(call)) measurements.agesOutOfFocusSeconds.push(age)
    }
  }
  measurements.outcomeDelaysSeconds = endedCalls.map(
    ({ endedAt, readAt }) => ((readAt ?? Infinity) - endedAt) / secondMs,
  )
  return measurements
}
