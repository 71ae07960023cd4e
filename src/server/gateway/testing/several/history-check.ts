/**
 * For tests: checks the records of several clients that used several gateways under faults. A client records when it sent each request,
 * when the answer arrived, and the outcome. The service's own log contains the commands that were carried out. Pure.
 *
 * All times are epoch ms of one clock: the test's, which the service shares.
 */

/** One attempt to send a command. Attempts with the same idempotency key belong to the same command. */
export interface Attempt {
  key: string
  /** The command as `carriedOut` names it, such as `call +14155550134`. */
  target: string
  operator: string
  /** When the request was sent. */
  invoked: number
  /** When the answer arrived or the connection was lost. */
  ended: number
  /** `held`: recorded and sent later · `not sent`: by the answer, nothing was sent · `unknown`: by the answer, or no answer. */
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
export interface ClaimRequest {
  messageId: string
  operator: string
  invoked: number
  ended: number
  /** `taken`: claimed for `leaseMs` · `released`: also by a decision · `other`: somebody else has the claim · `unknown`: no answer. */
  outcome: 'taken' | 'released' | 'other' | 'unknown'
  leaseMs: number
  /** The client took the claim over from its holder. */
  isTakeover: boolean
}

/** A session that was ended, and the requests sent with it afterwards. */
export interface EndedSession {
  /** When the answer to the sign-out arrived. */
  endedAt: number
  uses: readonly { invoked: number; status: number }[]
}

/** The data that one session read in one answer. */
export interface Observation {
  session: string
  invoked: number
  ended: number
  /** When the gateway read this data from the service, by its `Age` header; undefined: the answer has no age. */
  read?: { path: string; at: number }
  /** States of effects, by their id. */
  states?: Readonly<Record<string, string>>
}

/** An effect in the ledger: a recorded command, with its states in order. */
export interface LedgerEffect {
  effectId: string
  /** The idempotency key of the client; null: no client requested the effect. */
  key: string | null
  steps: readonly { state: string; happened?: boolean | null }[]
}

export interface History {
  attempts: readonly Attempt[]
  undos: readonly Undo[]
  claims: readonly ClaimRequest[]
  endedSessions: readonly EndedSession[]
  /** When a gateway had no database. It then answers reads from memory, also for sessions that it verified recently. */
  databaseOutages?: readonly { from: number; to: number }[]
  observations: readonly Observation[]
  effects: readonly LedgerEffect[]
  /** The targets that the service carried out, with one entry per execution. */
  carriedOut: readonly string[]
  /** When the service received the requests that it accepted. */
  requests: readonly number[]
  /** When the service received the requests that it refused because of the rate limit. */
  refused: readonly number[]
  plan: { perMinute: number }
}

const minuteMs = 60_000
/** An ended session may still be accepted for this long. */
const revocationMs = 2_000
/** Ages are whole seconds, and data reaches the other gateway with a delay. */
const ageToleranceMs = 2_500
/** Leases use the database's clock, which a gateway knows to within a second. */
const leaseToleranceMs = 2_000

const groupBy = <T>(list: readonly T[], keyOf: (item: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>()
  for (const item of list) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}

/** Finds targets that were carried out twice, by whatever requests. */
function findRepeated({ carriedOut }: History): string[] {
  return [...groupBy(carriedOut, (target) => target)].flatMap(([target, executions]) =>
    executions.length > 1 ? [`${target} was carried out ${executions.length} times`] : [],
  )
}

/** The final states of an effect. */
export const finalStates = ['done', 'refused', 'withdrawn', 'unknown', 'settled']

/** Whether an effect happened, according to its last state in the ledger. */
function verdictOf({ steps }: LedgerEffect): 'happened' | 'did not happen' | 'unknown' {
  const { state = '', happened = null } = steps.at(-1) ?? {}
  if (state === 'done' || (state === 'settled' && happened === true)) return 'happened'
  if (['refused', 'withdrawn'].includes(state) || (state === 'settled' && happened === false)) return 'did not happen'
  return 'unknown'
}

/** Compares the answers about one target, and its ledger rows, with what the service did. */
function contradictionsOf(
  target: string,
  {
    attempts,
    rows,
    wasUndone,
    wasCarriedOut,
  }: { attempts: readonly Attempt[]; rows: readonly LedgerEffect[]; wasUndone: boolean; wasCarriedOut: boolean },
): string[] {
  const outcomes = new Set(attempts.map(({ outcome }) => outcome))
  const verdicts = rows.map(verdictOf)
  const problems: string[] = []
  for (const { steps } of rows) {
    const state = steps.at(-1)?.state ?? 'nothing'
    if (!finalStates.includes(state)) problems.push(`it stays ${state}`)
  }
  if (wasCarriedOut && attempts.length === 0) problems.push('it was carried out, and nobody requested it')
  else if (wasCarriedOut && rows.length === 0) problems.push('the service did it, and the ledger does not have it')
  if (wasCarriedOut && rows.length > 0 && verdicts.every((verdict) => verdict === 'did not happen'))
    problems.push(
      wasUndone
        ? 'a client was told that it is undone, and the service did it'
        : `the ledger says ${rows.map(({ steps }) => steps.at(-1)?.state).join(', ')}, and the service did it`,
    )
  if (wasCarriedOut && outcomes.size === 1 && outcomes.has('not sent'))
    problems.push('every answer said that nothing was sent, and the service did it')
  if (!wasCarriedOut && outcomes.has('done'))
    problems.push('a client was told that it is done, and the service did not do it')
  if (!wasCarriedOut && verdicts.includes('happened'))
    problems.push('the ledger says that it is done, and the service did not do it')
  return problems.map((problem) => `${target}: ${problem}`)
}

function findContradictions({ attempts, undos, effects, carriedOut }: History): string[] {
  const carriedOutTargets = new Set(carriedOut)
  const byKey = new Map(effects.flatMap((row) => (row.key === null ? [] : [[row.key, row] as const])))
  const byId = new Map(effects.map((row) => [row.effectId, row]))
  const withdrawn = new Set(undos.flatMap(({ effectId, outcome }) => (outcome === 'withdrawn' ? [effectId] : [])))
  const byTarget = groupBy(attempts, ({ target }) => target)
  const problems = [...new Set([...byTarget.keys(), ...carriedOutTargets])].flatMap((target) => {
    const targetAttempts = byTarget.get(target) ?? []
    const rows = [...new Set(targetAttempts.map(({ key }) => byKey.get(key)).filter((row) => row !== undefined))]
    return contradictionsOf(target, {
      attempts: targetAttempts,
      rows,
      wasUndone: rows.some(({ effectId }) => withdrawn.has(effectId)),
      wasCarriedOut: carriedOutTargets.has(target),
    })
  })
  // A refusal may name another operator's effect that conflicts with it.
  for (const { target, effectId, outcome } of attempts)
    if (outcome !== 'not sent' && effectId !== null && !byId.has(effectId))
      problems.push(`${target}: effect ${effectId} was acknowledged, and the ledger does not have it`)
  for (const effectId of withdrawn)
    if (
      byId
        .get(effectId)
        ?.steps.some(({ state }, index, steps) => state === 'sending' && steps[index + 1]?.state !== 'held')
    )
      problems.push(`effect ${effectId}: a client was told that it is undone, and it was sent`)
  return problems
}

/** The allowed next states of an effect, by its current state. Empty: a new effect. */
const allowedNext: Record<string, readonly string[]> = {
  '': ['held', 'sending'],
  // `held` is recorded again if the effect has to wait longer, or if another gateway took it over.
  held: ['held', 'sending', 'withdrawn', 'refused'],
  // The effect is held again if it cannot have reached the service.
  sending: ['held', 'done', 'refused', 'unknown', 'withdrawn'],
  unknown: ['settled', 'done'],
}

function findWrongTransitions({ effects }: History): string[] {
  return effects.flatMap(({ effectId, steps }) =>
    steps.flatMap(({ state }, index) => {
      const before = steps[index - 1]?.state ?? ''
      return allowedNext[before]?.includes(state)
        ? []
        : [`effect ${effectId} went from ${before || 'nothing'} to ${state}`]
    }),
  )
}

/**
 * Finds drafts that two people had claimed at the same time. Only counts overlaps that are certain: a lease begins at the latest when
 * the answer to its claim arrives.
 */
function findSharedClaims({ claims }: History): string[] {
  return [...groupBy(claims, ({ messageId }) => messageId)].flatMap(([messageId, steps]) => {
    const granted = steps.filter(({ outcome }) => outcome === 'taken')
    return granted.flatMap((first) =>
      granted.flatMap((second) => {
        if (second.operator === first.operator || second.isTakeover) return []
        const validUntil = first.invoked + first.leaseMs - leaseToleranceMs
        if (second.invoked < first.ended || second.ended > validUntil) return []
        // A release or takeover in between ends the first claim, even if it was not answered.
        const hasEnded = steps.some(
          (step) =>
            step.ended >= first.invoked &&
            step.invoked <= second.ended &&
            ((step.operator === first.operator && (step.outcome === 'released' || step.outcome === 'unknown')) ||
              (step.isTakeover && step.operator !== first.operator)),
        )
        return hasEnded ? [] : [`${messageId}: ${second.operator} and ${first.operator} have it at the same time`]
      }),
    )
  })
}

const isWithin = (periods: readonly { from: number; to: number }[], time: number): boolean =>
  periods.some(({ from, to }) => from <= time && time <= to)

function findLateRevocations({ endedSessions, databaseOutages = [] }: History): string[] {
  return endedSessions.flatMap(({ endedAt, uses }) =>
    uses.flatMap(({ invoked, status }) =>
      invoked > endedAt + revocationMs && status < 400 && !isWithin(databaseOutages, invoked)
        ? [`a session was answered ${status} ${Math.round(invoked - endedAt)} ms after it was ended`]
        : [],
    ),
  )
}

/** The order of an effect's states. Final states do not change, except that an unknown effect may be settled. */
const stateOrder: Record<string, number> = {
  held: 0,
  sending: 1,
  unknown: 2,
  done: 3,
  refused: 3,
  withdrawn: 3,
  settled: 3,
}

/** Finds sessions that read older data than in an earlier answer. */
function findOlderData({ observations, effects, databaseOutages = [] }: History): string[] {
  const heldAgain = new Set(
    effects.flatMap(({ effectId, steps }) =>
      steps.filter(({ state }) => state === 'held').length > 1 ? [effectId] : [],
    ),
  )
  return [...groupBy(observations, ({ session }) => session)].flatMap(([session, answers]) => {
    const problems: string[] = []
    const latestStates = new Map<string, { state: string; ended: number }>()
    const newestReads = new Map<string, { at: number; ended: number }>()
    for (const { invoked, ended, states = {}, read } of answers.toSorted((a, b) => a.invoked - b.invoked)) {
      for (const [effectId, state] of Object.entries(states)) {
        const before = latestStates.get(effectId)
        const isOlder = before && before.ended < invoked && (stateOrder[state] ?? 0) < (stateOrder[before.state] ?? 0)
        if (isOlder && !heldAgain.has(effectId))
          problems.push(`${session} saw effect ${effectId} ${before.state}, and later ${state}`)
        if (!before || ended >= before.ended) latestStates.set(effectId, { state, ended })
      }
      if (!read || isWithin(databaseOutages, invoked)) continue
      const before = newestReads.get(read.path)
      if (before && before.ended < invoked && read.at < before.at - ageToleranceMs)
        problems.push(`${session} got ${read.path} with data ${Math.round(before.at - read.at)} ms older than before`)
      if (!before || read.at > before.at) newestReads.set(read.path, { at: read.at, ended })
    }
    return problems
  })
}

/**
 * The maximum number of requests in any 60 s, both ends included, as the service counts.
 *
 * @param times ms, in any order
 */
export function maxRequestsPerMinute(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b)
  let first = 0
  let max = 0
  for (const [index, time] of sorted.entries()) {
    while (time - (sorted[first] ?? time) > minuteMs) first += 1
    max = Math.max(max, index - first + 1)
  }
  return max
}

function findExceededPlan({ requests, refused, plan }: History): string[] {
  const max = maxRequestsPerMinute([...requests, ...refused])
  return [
    ...(refused.length > 0 ? [`the service refused ${refused.length} requests because of the rate limit`] : []),
    ...(max > plan.perMinute ? [`${max} requests arrived within 60 s; the plan allows ${plan.perMinute}`] : []),
  ]
}

/**
 * Checks a history against promises R04, R05, R07, R09, R10, R20 and R32 (`src/tools/lines/promises.json`).
 *
 * @returns a sentence for each broken promise
 */
export const checkHistory = (history: History): string[] => [
  ...findRepeated(history),
  ...findContradictions(history),
  ...findWrongTransitions(history),
  ...findSharedClaims(history),
  ...findLateRevocations(history),
  ...findOlderData(history),
  ...findExceededPlan(history),
]
