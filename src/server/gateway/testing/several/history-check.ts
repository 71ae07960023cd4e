/**
 * For tests: checks what several clients saw of several gateways under faults. A client records each request, when it was sent and
 * answered, and the outcome. The service's own log says what was carried out. Pure. Longer than 300 lines, since it has a rule for each
 * promise.
 *
 * Times are ms of one clock: the test's, which the service shares.
 */

/** One attempt at a command. Attempts with the same key are the same command. */
export interface Attempt {
  key: string
  /** What the service carries out if it is done, as `carriedOut` names it. */
  target: string
  operator: string
  invoked: number
  /** When the answer arrived or the connection was lost. */
  ended: number
  /** `held`: recorded and sent later · `not sent`: the answer said that nothing was sent · `unknown`: it said so, or there was no answer. */
  outcome: 'held' | 'done' | 'not sent' | 'unknown'
  effectId: string | null
}

export interface Undo {
  effectId: string
  invoked: number
  ended: number
  outcome: 'withdrawn' | 'too late' | 'unknown'
}

/** An answer about a claim of a draft. */
export interface ClaimStep {
  messageId: string
  operator: string
  invoked: number
  ended: number
  /** `taken`: claimed for `leaseMs` · `released`, also by deciding · `other`: somebody else has it · `unknown`. */
  outcome: 'taken' | 'released' | 'other' | 'unknown'
  leaseMs: number
  /** It was taken over from its holder. */
  instead: boolean
}

/** A request of a session that a sign-out or an administrator ended. */
export interface EndedSession {
  /** When the answer that it is ended arrived. */
  endedAt: number
  uses: readonly { invoked: number; status: number }[]
}

/** What one session saw in an answer. */
export interface Seen {
  session: string
  invoked: number
  ended: number
  /** When a snapshot was read from the service, by its `Age`; undefined: the answer is no snapshot. */
  read?: { path: string; at: number }
  /** States of effects, by their id. */
  states?: Readonly<Record<string, string>>
}

/** An effect in the ledger, with its history in order. */
export interface Recorded {
  effectId: string
  /** The clients' key; null: no client requested it. */
  key: string | null
  steps: readonly { state: string; happened?: boolean | null }[]
}

export interface History {
  attempts: readonly Attempt[]
  undos: readonly Undo[]
  claims: readonly ClaimStep[]
  endedSessions: readonly EndedSession[]
  /** When a gateway had no database: sessions that it verified recently may still read, and it answers reads from memory. */
  databaseAway?: readonly { from: number; to: number }[]
  seen: readonly Seen[]
  recorded: readonly Recorded[]
  /** The targets that the service carried out, one entry each time. */
  carriedOut: readonly string[]
  /** When requests arrived at the service: those that it counted, and those that it refused because of the limit. */
  requests: readonly number[]
  refused: readonly number[]
  plan: { perMinute: number }
}

const minute = 60_000
/** A disabled operator or ended session is refused after this, ms. */
const revocationMs = 2_000
/** Ages are whole seconds, and a snapshot reaches the other gateway with a delay, ms. */
const ageToleranceMs = 2_500
/** Leases use the database's clock, which a gateway knows to within a second, ms. */
const leaseToleranceMs = 2_000

const groupBy = <T>(list: readonly T[], nameOf: (one: T) => string): Map<string, T[]> => {
  const found = new Map<string, T[]>()
  for (const one of list) {
    const name = nameOf(one)
    const group = found.get(name)
    if (group) group.push(one)
    else found.set(name, [one])
  }
  return found
}

/** No target is carried out twice, whoever requests it. */
function findRepeated({ carriedOut }: History): string[] {
  return [...groupBy(carriedOut, (target) => target)].flatMap(([target, times]) =>
    times.length > 1 ? [`${target} was carried out ${times.length} times`] : [],
  )
}

/** The final states of an effect. */
export const finalStates = ['done', 'refused', 'withdrawn', 'unknown', 'settled']

/** Whether an effect happened, according to its last step. */
function verdictOf({ steps }: Recorded): 'did' | 'did not' | 'unknown' {
  const { state = '', happened = null } = steps.at(-1) ?? {}
  if (state === 'done' || (state === 'settled' && happened === true)) return 'did'
  if (['refused', 'withdrawn'].includes(state) || (state === 'settled' && happened === false)) return 'did not'
  return 'unknown'
}

/** Compares what clients were told about one target, and what the ledger says, with what the service did. */
function contradictionsOf(
  target: string,
  { tries, rows, undone, did }: { tries: readonly Attempt[]; rows: readonly Recorded[]; undone: boolean; did: boolean },
): string[] {
  const outcomes = new Set(tries.map(({ outcome }) => outcome))
  const verdicts = rows.map(verdictOf)
  const problems: string[] = []
  for (const { steps } of rows) {
    const state = steps.at(-1)?.state ?? 'nothing'
    if (!finalStates.includes(state)) problems.push(`it is ${state} for ever`)
  }
  if (did && tries.length === 0) problems.push('it was carried out, and nobody asked for it')
  else if (did && rows.length === 0) problems.push('the service did it, and the ledger does not have it')
  if (did && rows.length > 0 && verdicts.every((verdict) => verdict === 'did not'))
    problems.push(
      undone
        ? 'a client was told that it is undone, and the service did it'
        : `the ledger says ${rows.map(({ steps }) => steps.at(-1)?.state).join(', ')}, and the service did it`,
    )
  if (did && outcomes.size === 1 && outcomes.has('not sent'))
    problems.push('every answer said that nothing was sent, and the service did it')
  if (!did && outcomes.has('done')) problems.push('a client was told that it is done, and the service did not do it')
  if (!did && verdicts.includes('did')) problems.push('the ledger says that it is done, and the service did not do it')
  return problems.map((problem) => `${target}: ${problem}`)
}

function findContradictions({ attempts, undos, recorded, carriedOut }: History): string[] {
  const happened = new Set(carriedOut)
  const byKey = new Map(recorded.flatMap((row) => (row.key === null ? [] : [[row.key, row] as const])))
  const byId = new Map(recorded.map((row) => [row.effectId, row]))
  const withdrawn = new Set(undos.flatMap(({ effectId, outcome }) => (outcome === 'withdrawn' ? [effectId] : [])))
  const byTarget = groupBy(attempts, ({ target }) => target)
  const problems = [...new Set([...byTarget.keys(), ...happened])].flatMap((target) => {
    const tries = byTarget.get(target) ?? []
    const rows = [...new Set(tries.map(({ key }) => byKey.get(key)).filter((row) => row !== undefined))]
    const undone = rows.some(({ effectId }) => withdrawn.has(effectId))
    return contradictionsOf(target, { tries, rows, undone, did: happened.has(target) })
  })
  // A refusal may name another operator's effect that conflicts with it.
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

/** The allowed next states in the history of an effect. */
const mayFollow: Record<string, readonly string[]> = {
  '': ['held', 'sending'],
  // Recorded again if it has to wait longer, or if another gateway took it over.
  held: ['held', 'sending', 'withdrawn', 'refused'],
  // Held again if it cannot have reached the service.
  sending: ['held', 'done', 'refused', 'unknown', 'withdrawn'],
  unknown: ['settled', 'done'],
}

function findWrongSteps({ recorded }: History): string[] {
  return recorded.flatMap(({ effectId, steps }) =>
    steps.flatMap(({ state }, at) => {
      const before = steps[at - 1]?.state ?? ''
      return mayFollow[before]?.includes(state)
        ? []
        : [`effect ${effectId} went from ${before || 'nothing'} to ${state}`]
    }),
  )
}

/** No two people have one draft at once. Counts only certain overlaps: a lease begins at the latest when its answer arrives. */
function findSharedClaims({ claims }: History): string[] {
  return [...groupBy(claims, ({ messageId }) => messageId)].flatMap(([messageId, steps]) => {
    const takes = steps.filter(({ outcome }) => outcome === 'taken')
    return takes.flatMap((first) =>
      takes.flatMap((second) => {
        if (second.operator === first.operator || second.instead) return []
        const validUntil = first.invoked + first.leaseMs - leaseToleranceMs
        if (second.invoked < first.ended || second.ended > validUntil) return []
        // A release or takeover in between, even one without an answer.
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

function findLateRevocations({ endedSessions, databaseAway = [] }: History): string[] {
  return endedSessions.flatMap(({ endedAt, uses }) =>
    uses.flatMap(({ invoked, status }) =>
      invoked > endedAt + revocationMs && status < 400 && !isWithin(databaseAway, invoked)
        ? [`a session was answered ${status} ${Math.round(invoked - endedAt)} ms after it was ended`]
        : [],
    ),
  )
}

/** The order of an effect's states. Final states do not change, except that an unknown effect may be settled. */
const rank: Record<string, number> = { held: 0, sending: 1, unknown: 2, done: 3, refused: 3, withdrawn: 3, settled: 3 }

/** No session sees older data than it has seen before. */
function findOlderData({ seen, recorded, databaseAway = [] }: History): string[] {
  const heldAgain = new Set(
    recorded.flatMap(({ effectId, steps }) =>
      steps.filter(({ state }) => state === 'held').length > 1 ? [effectId] : [],
    ),
  )
  return [...groupBy(seen, ({ session }) => session)].flatMap(([session, answers]) => {
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
      if (before && before.ended < invoked && read.at < before.at - ageToleranceMs)
        problems.push(
          `${session} saw ${read.path} as it was ${Math.round(before.at - read.at)} ms before what it had seen`,
        )
      if (!before || read.at > before.at) newest.set(read.path, { at: read.at, ended })
    }
    return problems
  })
}

/**
 * The maximum number of requests in any 60 s, both ends included, as the service counts.
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

function findOverPlan({ requests, refused, plan }: History): string[] {
  const most = mostInMinute([...requests, ...refused])
  return [
    ...(refused.length > 0 ? [`the service refused ${refused.length} requests for its limit`] : []),
    ...(most > plan.perMinute ? [`${most} requests came within 60 s; the plan has ${plan.perMinute}`] : []),
  ]
}

/**
 * Checks a history (reliability R04, R05, R07, R09, R10, R20, R32).
 *
 * @returns a sentence for each broken promise
 */
export const checkHistory = (history: History): string[] => [
  ...findRepeated(history),
  ...findContradictions(history),
  ...findWrongSteps(history),
  ...findSharedClaims(history),
  ...findLateRevocations(history),
  ...findOlderData(history),
  ...findOverPlan(history),
]
