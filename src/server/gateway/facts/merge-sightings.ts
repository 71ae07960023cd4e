/** Puts together what several sightings tell of one call. Pure. */
import { isZoneKnown, offsetAt } from '#calling-hours/zone-clock.ts'
import { type CallOutcome, type OutcomeSource, outcomeByService } from '#contract/index.ts'
import { countryOf } from '#phone/country.ts'
import { timeZonesOf } from '#phone/zones.ts'
import { type CallSighting, startOf } from '../calls/call-sightings.ts'
import { guessOutcome } from '../calls/guess-outcome.ts'
import { longer } from '../calls/kept/kept-lines.ts'
import { dayMs, hourMs } from '../shared/clock.ts'
import { mask } from '../shared/log.ts'
import type { CallFactTable } from '../store/tables/facts.ts'

/** Of a longer reason only the beginning is kept, in characters. */
const maxReasonLength = 300
/** 1970-01-01 was a Thursday; Monday is 0. */
const firstWeekday = 3

type LocalTime = Pick<CallFactTable, 'local_hour' | 'local_weekday'>
type Outcome = Pick<CallFactTable, 'outcome' | 'outcome_source' | 'outcome_line' | 'line_count'>

/** The hour and the weekday of a moment for the person with this number, by their likeliest time zone; null each if it is unknown. */
export function localTimeOf(number: string, at: number): LocalTime {
  const [zone] = timeZonesOf(number)
  if (zone === undefined || !isZoneKnown(zone)) return { local_hour: null, local_weekday: null }
  const local = at + offsetAt(zone, at)
  const day = Math.floor(local / dayMs)
  return { local_hour: Math.floor((local - day * dayMs) / hourMs), local_weekday: (day + firstWeekday) % 7 }
}

/** The outcome of the call according to one sighting. */
function outcomeOf({ state, reason, transcript }: CallSighting): Outcome {
  const found = (outcome: CallOutcome, outcome_source: OutcomeSource, line: number | null = null): Outcome => ({
    outcome,
    outcome_source,
    outcome_line: line,
    line_count: transcript.length,
  })
  const reported = outcomeByService(reason)
  if (reported !== null) return found(reported, 'service')
  if (state === 'failed' || state === 'waiting') return found('failed', reason === '' ? 'state' : 'service')
  const guess = guessOutcome(transcript)
  if (guess) return found(guess.outcome, 'transcript', guess.line)
  return found(state === 'completed' ? 'answered' : 'unknown', 'state')
}

const certainties: Record<OutcomeSource, number> = { state: 1, transcript: 2, service: 3, person: 4 }
const certaintyOf = ({ outcome, outcome_source }: Outcome) => (outcome === 'unknown' ? 0 : certainties[outcome_source])

/** The more certain of two outcomes; of two guesses, the one that is based on more lines; else the later one. */
function betterOutcome(known: Outcome, seen: Outcome): Outcome {
  const difference = certaintyOf(seen) - certaintyOf(known)
  const isBetter = difference === 0 ? seen.line_count >= known.line_count : difference > 0
  const { outcome, outcome_source, outcome_line, line_count } = isBetter ? seen : known
  return { outcome, outcome_source, outcome_line, line_count }
}

/** How much a reason says: a sentence more than a word such as `no_answer`, and that more than that the call failed. */
const weightOf = (reason: string): number => {
  if (reason === '') return 0
  if (reason.toLowerCase() === 'failed') return 1
  return reason.includes(' ') ? 3 : 2
}

/** The reason that says more. Of two that say as much, the same one in either order. */
function betterReason(one: string, other: string): string {
  const difference = weightOf(one) - weightOf(other) || one.length - other.length
  return difference > 0 || (difference === 0 && one > other) ? one : other
}

/**
 * What a state says if the call belongs to a batch: '' for one that only its own end reports. After a failed call a row may wait to be called
 * back, which only answers about the batch report.
 */
const stateInBatch = (state: string, isOfRow: boolean): string => (isOfRow || state === 'completed' ? state : '')

/** The state of a call, or of its row if it belongs to a batch. */
function stateOf(known: CallFactTable | undefined, { source, batchId, state }: CallSighting): string {
  if ((batchId ?? known?.batch_id ?? null) === null) return state || known?.state || ''
  const before = known ? stateInBatch(known.state, known.batch_id !== null) : ''
  return stateInBatch(state, source === 'batch') || before
}

/**
 * Adds a sighting to what is known of its call.
 *
 * @param known undefined: nothing yet
 * @param names the row's ID if it is new, the agent if it is known, and the keyed hash of the number
 */
export function addSighting(
  known: CallFactTable | undefined,
  sighting: CallSighting,
  names: { id: string; agentId: string | null; person: string | null },
): CallFactTable {
  const { workspace, callId, roomName, batchId, jobId, number, reason, duration, sentiment } = sighting
  // Estimates from when the end was noticed are too late, and the duration of a call that was only watched is too short.
  const at = Math.min(startOf(sighting), known?.at ?? Number.POSITIVE_INFINITY)
  const seen = outcomeOf(sighting)
  const local = number === '' ? null : localTimeOf(number, at)
  return {
    id: known?.id ?? names.id,
    // Batches belong to no workspace, also if somebody watched one of their calls in one.
    workspace: (batchId ?? known?.batch_id ?? null) === null ? (workspace ?? known?.workspace ?? '') : '',
    call_id: callId ?? known?.call_id ?? null,
    room_name: roomName ?? known?.room_name ?? null,
    batch_id: batchId ?? known?.batch_id ?? null,
    job_id: jobId ?? known?.job_id ?? null,
    person: names.person ?? known?.person ?? null,
    agent_id: names.agentId ?? known?.agent_id ?? null,
    agent_version: known?.agent_version ?? null,
    flow_id: known?.flow_id ?? null,
    flow_version: known?.flow_version ?? null,
    country: number === '' ? (known?.country ?? null) : countryOf(number),
    local_hour: local?.local_hour ?? known?.local_hour ?? null,
    local_weekday: local?.local_weekday ?? known?.local_weekday ?? null,
    attempt: known?.attempt ?? null,
    state: stateOf(known, sighting),
    reason: betterReason(mask(reason).slice(0, maxReasonLength), known?.reason ?? ''),
    ...(known ? betterOutcome(known, seen) : seen),
    duration: longer(known?.duration ?? null, duration),
    sentiment: sentiment || known?.sentiment || '',
    record: known?.record ?? null,
    at,
  }
}

const isGap = (value: unknown) => value === null || value === ''

/** Puts two rows together that turned out to be the same call. */
export function joinRows(one: CallFactTable, other: CallFactTable): CallFactTable {
  const values = Object.entries(one).map(([name, value]) => [
    name,
    isGap(value) ? other[name as keyof CallFactTable] : value,
  ])
  const joined = Object.fromEntries(values) as CallFactTable
  const stateIn = ({ state, batch_id }: CallFactTable) =>
    joined.batch_id === null ? state : stateInBatch(state, batch_id !== null)
  const earlier = one.at <= other.at ? one : other
  return {
    ...joined,
    ...betterOutcome(other, one),
    state: stateIn(one) || stateIn(other),
    reason: betterReason(one.reason, other.reason),
    duration: longer(one.duration, other.duration),
    // As in `addSighting`: of two estimates the earlier one, with the local time that belongs to it.
    at: earlier.at,
    local_hour: earlier.local_hour ?? joined.local_hour,
    local_weekday: earlier.local_weekday ?? joined.local_weekday,
  }
}
