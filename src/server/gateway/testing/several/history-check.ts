/**
 * For tests: judges what several clients saw of several gateways while parts of the world failed. A client notes each thing that it asks
 * for, when it asked and was answered, and what the answer was; the service's own log says what was carried out. Pure. Longer than 300
 * lines, since each promise has its rule here.
 *
 * Times are ms of one clock: the test's, which the service shares.
 */

/** One try of a command. Tries with the same key are the same command. */
export interface Attempt {
  key: string
  /** What the service carries out if it is done, as `carriedOut` names it. */
  target: string
  operator: string
  invoked: number
  /** When the answer was there, or the connection was lost. */
  ended: number
  /** `held`: recorded, and sent later · `not sent`: the answer said that nothing was sent · `unknown`: it said so, or there was none. */
  outcome: 'held' | 'done' | 'not sent' | 'unknown'
  effectId: string | null
}

export interface Undo {
  effectId: string
  invoked: number
  ended: number
  outcome: 'withdrawn' | 'too late' | 'unknown'
}

/** What was answered about who has a draft in front of them. */
export interface ClaimStep {
  messageId: string
  operator: string
  invoked: number
  ended: number
  /** `taken`: it is the asker's for `leaseMs` · `released`, also by deciding · `other`: it is somebody else's · `unknown`. */
  outcome: 'taken' | 'released' | 'other' | 'unknown'
  leaseMs: number
  /** It was taken from whoever had it. */
  instead: boolean
}

/** A request of a session that a sign-out or an administrator ended. */
export interface EndedSession {
  /** When the answer came that it is ended. */
  endedAt: number
  uses: readonly { invoked: number; status: number }[]
}

/** What one session saw, one answer after the other. */
export interface Seen {
  session: string
  invoked: number
  ended: number
  /** When what a snapshot shows was read from the service, by its `Age`; none: it is no snapshot. */
  read?: { path: string; at: number }
  /** States of effects, by their id. */
  states?: Readonly<Record<string, string>>
}

/** What the ledger has of an effect, its steps in their order. */
export interface Recorded {
  effectId: string
  /** As the clients name it; null: nobody of them asked for it. */
  key: string | null
  steps: readonly { state: string; happened?: boolean | null }[]
}

export interface History {
  attempts: readonly Attempt[]
  undos: readonly Undo[]
  claims: readonly ClaimStep[]
  endedSessions: readonly EndedSession[]
  /** When a gateway could not ask its database: sessions that it verified lately may read then, and it answers reads from memory. */
  databaseAway?: readonly { from: number; to: number }[]
  seen: readonly Seen[]
  recorded: readonly Recorded[]
  /** What the service carried out, once for each time that it did. */
  carriedOut: readonly string[]
  /** When requests came to the service: those that it counted, and those that it refused for the limit. */
  requests: readonly number[]
  refused: readonly number[]
  plan: { perMinute: number }
}

const minute = 60_000
/** A disabled operator or ended session is refused after this, ms. */
const revocationMs = 2_000
/** Ages are told in whole seconds, and what one gateway read reaches another a moment later. */
const ageTolerance = 2_500
/** Leases are counted by the database's clock, which a gateway knows to within a second. */
const leaseTolerance = 2_000

const groups = <T>(list: readonly T[], nameOf: (one: T) => string): Map<string, T[]> => {
  const found = new Map<string, T[]>()
  for (const one of list) {
    const name = nameOf(one)
    const group = found.get(name)
    if (group) group.push(one)
    else found.set(name, [one])
  }
  return found
}

/** Never twice: a target is a thing that can be done once, whoever asks for it. */
function twice({ carriedOut }: History): string[] {
  return [...groups(carriedOut, (target) => target)].flatMap(([target, times]) =>
    times.length > 1 ? [`${target} was carried out ${times.length} times`] : [],
  )
}

/** What an effect can be in the end. */
export const finalStates = ['done', 'refused', 'withdrawn', 'unknown', 'settled']

/** What the last step of an effect says of the service: that it did it, that it did not, or neither. */
function verdictOf({ steps }: Recorded): 'did' | 'did not' | 'unknown' {
  const { state = '', happened = null } = steps.at(-1) ?? {}
  if (state === 'done' || (state === 'settled' && happened === true)) return 'did'
  if (['refused', 'withdrawn'].includes(state) || (state === 'settled' && happened === false)) return 'did not'
  return 'unknown'
}

/** What clients were told of one thing and what the ledger says of it, against what the service did. */
function untrueOf(
  target: string,
  { tries, rows, undone, did }: { tries: readonly Attempt[]; rows: readonly Recorded[]; undone: boolean; did: boolean },
): string[] {
  const told = new Set(tries.map(({ outcome }) => outcome))
  const says = rows.map(verdictOf)
  const problems: string[] = []
  for (const { steps } of rows) {
    const state = steps.at(-1)?.state ?? 'nothing'
    if (!finalStates.includes(state)) problems.push(`it is ${state} for ever`)
  }
  if (did && tries.length === 0) problems.push('it was carried out, and nobody asked for it')
  else if (did && rows.length === 0) problems.push('the service did it, and the ledger does not have it')
  if (did && rows.length > 0 && says.every((verdict) => verdict === 'did not'))
    problems.push(
      undone
        ? 'a client was told that it is undone, and the service did it'
        : `the ledger says ${rows.map(({ steps }) => steps.at(-1)?.state).join(', ')}, and the service did it`,
    )
  if (did && told.size === 1 && told.has('not sent'))
    problems.push('every answer said that nothing was sent, and the service did it')
  if (!did && told.has('done')) problems.push('a client was told that it is done, and the service did not do it')
  if (!did && says.includes('did')) problems.push('the ledger says that it is done, and the service did not do it')
  return problems.map((problem) => `${target}: ${problem}`)
}

function untrue({ attempts, undos, recorded, carriedOut }: History): string[] {
  const happened = new Set(carriedOut)
  const byKey = new Map(recorded.flatMap((row) => (row.key === null ? [] : [[row.key, row] as const])))
  const byId = new Map(recorded.map((row) => [row.effectId, row]))
  const withdrawn = new Set(undos.flatMap(({ effectId, outcome }) => (outcome === 'withdrawn' ? [effectId] : [])))
  const byTarget = groups(attempts, ({ target }) => target)
  const problems = [...new Set([...byTarget.keys(), ...happened])].flatMap((target) => {
    const tries = byTarget.get(target) ?? []
    const rows = [...new Set(tries.map(({ key }) => byKey.get(key)).filter((row) => row !== undefined))]
    const undone = rows.some(({ effectId }) => withdrawn.has(effectId))
    return untrueOf(target, { tries, rows, undone, did: happened.has(target) })
  })
  // A refusal may name the effect of somebody else that stands in its way.
  for (const { target, effectId, outcome } of attempts)
    if (outcome !== 'not sent' && effectId !== null && !byId.has(effectId))
      problems.push(`${target}: effect ${effectId} was acknowledged, and the ledger does not have it`)
  for (const effectId of withdrawn)
    if (
      byId.get(effectId)?.steps.some(({ state }, at, steps) => state === 'sending' && steps[at + 1]?.state !== 'held')
    )
      problems.push(`effect ${effectId}: a client was told that it is undone, and it was sent`)
  return problems
}

/** What may follow a state in the history of an effect. */
const mayFollow: Record<string, readonly string[]> = {
  '': ['held', 'sending'],
  // One that waits on, and one that another gateway took over, may be noted again.
  held: ['held', 'sending', 'withdrawn', 'refused'],
  // What could not have reached the service is held again.
  sending: ['held', 'done', 'refused', 'unknown', 'withdrawn'],
  unknown: ['settled', 'done'],
}

function wrongSteps({ recorded }: History): string[] {
  return recorded.flatMap(({ effectId, steps }) =>
    steps.flatMap(({ state }, at) => {
      const before = steps[at - 1]?.state ?? ''
      return mayFollow[before]?.includes(state)
        ? []
        : [`effect ${effectId} went from ${before || 'nothing'} to ${state}`]
    }),
  )
}

/** Two people never have one draft. Only what certainly overlaps counts: a lease begins at the latest when its answer was there. */
function sharedClaims({ claims }: History): string[] {
  return [...groups(claims, ({ messageId }) => messageId)].flatMap(([messageId, steps]) => {
    const takes = steps.filter(({ outcome }) => outcome === 'taken')
    return takes.flatMap((first) =>
      takes.flatMap((second) => {
        if (second.operator === first.operator || second.instead) return []
        const standsUntil = first.invoked + first.leaseMs - leaseTolerance
        if (second.invoked < first.ended || second.ended > standsUntil) return []
        // Whatever may have let it go in between, also what has no answer.
        const between = steps.some(
          (step) =>
            step.ended >= first.invoked &&
            step.invoked <= second.ended &&
            ((step.operator === first.operator && (step.outcome === 'released' || step.outcome === 'unknown')) ||
              (step.instead && step.operator !== first.operator)),
        )
        return between ? [] : [`${messageId}: ${second.operator} and ${first.operator} have it at the same time`]
      }),
    )
  })
}

const isWithin = (spans: readonly { from: number; to: number }[], at: number): boolean =>
  spans.some(({ from, to }) => from <= at && at <= to)

function lateRevocations({ endedSessions, databaseAway = [] }: History): string[] {
  return endedSessions.flatMap(({ endedAt, uses }) =>
    uses.flatMap(({ invoked, status }) =>
      invoked > endedAt + revocationMs && status < 400 && !isWithin(databaseAway, invoked)
        ? [`a session was answered ${status} ${Math.round(invoked - endedAt)} ms after it was ended`]
        : [],
    ),
  )
}

/** How far an effect is; what is final never changes, but for an unknown one that is settled. */
const rank: Record<string, number> = { held: 0, sending: 1, unknown: 2, done: 3, refused: 3, withdrawn: 3, settled: 3 }

/** No session sees what is older than what it saw before. */
function olderThanSeen({ seen, recorded, databaseAway = [] }: History): string[] {
  const heldAgain = new Set(
    recorded.flatMap(({ effectId, steps }) =>
      steps.filter(({ state }) => state === 'held').length > 1 ? [effectId] : [],
    ),
  )
  return [...groups(seen, ({ session }) => session)].flatMap(([session, answers]) => {
    const problems: string[] = []
    const latest = new Map<string, { state: string; ended: number }>()
    const newest = new Map<string, { at: number; ended: number }>()
    for (const { invoked, ended, states = {}, read } of answers.toSorted((a, b) => a.invoked - b.invoked)) {
      for (const [effectId, state] of Object.entries(states)) {
        const before = latest.get(effectId)
        const isOlder = before && before.ended < invoked && (rank[state] ?? 0) < (rank[before.state] ?? 0)
        if (isOlder && !heldAgain.has(effectId))
          problems.push(`${session} saw effect ${effectId} ${before.state}, and later ${state}`)
        if (!before || ended >= before.ended) latest.set(effectId, { state, ended })
      }
      if (!read || isWithin(databaseAway, invoked)) continue
      const before = newest.get(read.path)
      if (before && before.ended < invoked && read.at < before.at - ageTolerance)
        problems.push(
          `${session} saw ${read.path} as it was ${Math.round(before.at - read.at)} ms before what it had seen`,
        )
      if (!before || read.at > before.at) newest.set(read.path, { at: read.at, ended })
    }
    return problems
  })
}

/**
 * The most requests that any 60 s hold, both ends included, as the service counts.
 *
 * @param times ms, in any order
 */
export function mostInMinute(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b)
  let first = 0
  let most = 0
  for (const [at, time] of sorted.entries()) {
    while (time - (sorted[first] ?? time) > minute) first += 1
    most = Math.max(most, at - first + 1)
  }
  return most
}

function overPlan({ requests, refused, plan }: History): string[] {
  const most = mostInMinute([...requests, ...refused])
  return [
    ...(refused.length > 0 ? [`the service refused ${refused.length} requests for its limit`] : []),
    ...(most > plan.perMinute ? [`${most} requests came within 60 s; the plan has ${plan.perMinute}`] : []),
  ]
}

/**
 * Judges a history (reliability R04, R05, R07, R09, R10, R20, R32).
 *
 * @returns a sentence for each promise that was broken; none: all held
 */
export const checkHistory = (history: History): string[] => [
  ...twice(history),
  ...untrue(history),
  ...wrongSteps(history),
  ...sharedClaims(history),
  ...lateRevocations(history),
  ...olderThanSeen(history),
  ...overPlan(history),
]
