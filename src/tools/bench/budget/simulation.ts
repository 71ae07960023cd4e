/** Simulates a service with its plan, on a fake clock, and the operators who watch its calls. */
import { mock } from 'node:test'
import { setImmediate as settled } from 'node:timers/promises'
import { plans } from '#contract/index.ts'
import { createLimiter } from '#server/service/auth/rate-limit.ts'

const step = 25
const second = 1_000
const minute = 60 * second
/** How long it takes until all tabs are open and have their first answers. */
const warmUp = 2 * minute
export const measuredFor = 10 * minute

export interface Scenario {
  operators: number
  calls: number
  /** Whether everybody watches the same call; otherwise up to three different ones. */
  together?: boolean
  /** Whether the service can list its calls, so that the wall takes one read. */
  listed?: boolean
}

/** A call as shown on one operator's screen. */
export interface Place {
  call: string
  /** Whether it is open on its own page; otherwise it is on the wall. */
  focus: boolean
  /** When the shown data was read from the service, ms; null if nothing is shown yet. */
  readAt: number | null
}

/** Two tabs of one operator: a call's page, and the wall. */
export interface Operator {
  name: string
  tabs: Place[][]
}

export interface Answer {
  status: number
  /** Seconds. */
  retryAfter: number
}
export type Ask = (path: string) => Promise<Answer>

/** Something that shows operators their calls. */
export interface Way {
  name: string
  open: (
    ask: Ask,
    operators: Operator[],
    random: () => number,
    listed: boolean,
  ) => { command: (sent: () => void) => Promise<boolean> }
}

export interface Measured {
  /** Requests in ten minutes, and how many were refused. */
  asked: number
  refused: number
  askedInFocus: number
  /** Ages of the shown data, in seconds. */
  ages: number[]
  agesInFocus: number[]
  agesOfOthers: number[]
  /** Seconds from a click until the command reaches the service; without commands that were refused at first. */
  commands: number[]
  commandsRefused: number
}

/** The same sequence in every run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const inFocusAtMost = 3

function operatorsOf({ operators, calls, together }: Scenario): Operator[] {
  const names = Array.from({ length: calls }, (_, index) => `room-${index}`)
  const looks = names.slice(0, together ? 1 : inFocusAtMost)
  const place = (call: string, focus: boolean): Place => ({ call, focus, readAt: null })
  return Array.from({ length: operators }, (_, index) => ({
    name: `operator ${index}`,
    tabs: [[place(looks[index % looks.length] ?? '', true)], names.map((call) => place(call, false))],
  }))
}

const wait = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms))

/** Runs a scenario with one of the ways. */
export async function play(way: Way, scenario: Scenario): Promise<Measured> {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: 0 })
  try {
    return await run(way, scenario)
  } finally {
    mock.timers.reset()
  }
}

async function run(way: Way, scenario: Scenario): Promise<Measured> {
  const random = seeded(7)
  const meter = createLimiter(plans.developer)('', 'standard')
  const operators = operatorsOf(scenario)
  const places = operators.flatMap(({ tabs }) => tabs.flat())
  const inFocus = new Set(places.filter(({ focus }) => focus).map(({ call }) => call))
  const found: Measured = {
    asked: 0,
    refused: 0,
    askedInFocus: 0,
    ages: [],
    agesInFocus: [],
    agesOfOthers: [],
    commands: [],
    commandsRefused: 0,
  }
  const measuring = () => Date.now() > warmUp

  const ask: Ask = async (path) => {
    await wait(30 + random() * 70)
    const verdict = meter.take(Date.now())
    if (measuring()) {
      found.asked += 1
      found.refused += verdict.admitted ? 0 : 1
      found.askedInFocus += inFocus.has(path.split('/').at(-1) ?? '') ? 1 : 0
    }
    await wait(30 + random() * 70)
    return verdict.admitted ? { status: 200, retryAfter: 0 } : { status: 429, retryAfter: verdict.retryAfterSeconds }
  }
  const { command } = way.open(ask, operators, random, scenario.listed ?? false)

  const clicks = async () => {
    for (;;) {
      // Six a minute; the reserve is ten.
      await wait((5 + random() * 10) * second)
      const clicked = Date.now()
      const taken = command(() => measuring() && found.commands.push((Date.now() - clicked) / second))
      void taken.then((ok) => {
        if (measuring() && !ok) found.commandsRefused += 1
      })
    }
  }
  void clicks()

  // Not in step with any poll.
  for (let next = warmUp; Date.now() < warmUp + measuredFor; ) {
    mock.timers.tick(step)
    await settled()
    if (Date.now() < next) continue
    next += 1_730
    for (const { call, focus, readAt } of places) {
      const age = (Date.now() - (readAt ?? 0)) / second
      found.ages.push(age)
      if (focus) found.agesInFocus.push(age)
      else if (!inFocus.has(call)) found.agesOfOthers.push(age)
    }
  }
  return found
}
