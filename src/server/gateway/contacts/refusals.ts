/** Refusals of a start or a call: when people are already called, and when its outcome is unknown. */
import type { ContactedBy, ContactLimits, Refusal } from '#contract/index.ts'
import { agoText, unknownOutcome } from '../ledger/refusals.ts'
import type { Outcome } from '../ledger/types.ts'
import { refusal } from '../shared/refusals.ts'
import type { PreparedBatchTable } from '../store/tables/batches.ts'
import { peopleText } from './people-text.ts'

/** How people were contacted, for example `is` and "in the running batch Renewals, which Grace Okafor started 20 s ago". */
function contactSentence({ state, batch, operator, at }: ContactedBy, now: number): { verb: string; words: string } {
  const when = state === 'scheduled' ? '' : ` ${agoText(now - at)}`
  if (batch === null) {
    const words = `called by ${operator}${when}`
    return { verb: state === 'unknown' ? 'may have been' : 'was', words }
  }
  const batchText = `batch ${batch.name}, which ${operator} started${when}`
  const words: Record<ContactedBy['state'], { verb: string; words: string }> = {
    running: { verb: 'is', words: `in the running ${batchText}` },
    scheduled: { verb: 'is', words: `in the scheduled batch ${batch.name} of ${operator}` },
    held_back: { verb: 'is', words: `held back after the first calls of the ${batchText}` },
    awaiting_approval: {
      verb: 'is',
      words: `in the batch ${batch.name}, for which ${operator} requested approval${when}`,
    },
    called: { verb: 'was', words: `called by the ${batchText}` },
    unknown: { verb: 'may have been', words: `called by the ${batchText}` },
  }
  return words[state]
}
/** The plural of a verb, where it differs. */
const pluralOf: Record<string, string> = { is: 'are', was: 'were' }
const maxNamedSources = 3

/**
 * People of a list are already called, and the operator has not chosen to call them again.
 *
 * @param total people in the list
 */
export function listCalledBefore(
  findings: { indexes: unknown[]; by: ContactedBy[] },
  total: number,
  now: number,
): Refusal {
  const people = findings.indexes.length
  const [first] = findings.by
  const namedSources = findings.by.slice(0, maxNamedSources).map((source) => {
    const { verb, words } = contactSentence(source, now)
    return `${source.people === people ? '' : `${source.people} `}${pluralOf[verb] ?? verb} ${words}`
  })
  const others =
    findings.by.length > maxNamedSources
      ? `; ${findings.by.length - maxNamedSources} more batches or calls include some of these people`
      : ''
  return refusal({
    status: 409,
    code: 'called_before',
    message: `${peopleText(people, total)} ${namedSources.join('; ')}${others}. Nothing was sent. Leave them out, or choose to call them again.`,
    fields: { people: String(people), ...(first?.batch?.batchId && { batchId: first.batch.batchId }) },
  })
}

const timesText = (count: number) => (count === 1 ? '' : ` ${count} times`)

/**
 * How many people reached a contact limit, for example "were called in the last 24 hours (limit 1)" or "200 were called … (limit 1) and
 * 12 were called 3 times in the last 7 days (limit 3)".
 */
function excessSentence(people: number, overDay: number, { perDay, perWeek }: ContactLimits): string {
  const overWeek = people - overDay
  const wereCalled = (count: number) => `${count === people ? '' : `${count} `}${count === 1 ? 'was' : 'were'} called`
  return [
    overDay > 0 && `${wereCalled(overDay)}${timesText(perDay)} in the last 24 hours (limit ${perDay})`,
    overWeek > 0 && `${wereCalled(overWeek)}${timesText(perWeek)} in the last 7 days (limit ${perWeek})`,
  ]
    .filter(Boolean)
    .join(' and ')
}

/**
 * People of a list have reached a contact limit, and the operator gave no reason to call them.
 *
 * @param total people in the list
 */
export function listOverLimit(
  findings: { indexes: unknown[]; by: ContactedBy[]; overDay: number; limits: ContactLimits },
  total: number,
  now: number,
): Refusal {
  const people = findings.indexes.length
  const [first] = findings.by
  const { verb = 'was', words = '' } = first ? contactSentence(first, now) : {}
  const calledBy = first && ` ${first.people === people ? 'They' : first.people} ${pluralOf[verb] ?? verb} ${words}.`
  return refusal({
    status: 409,
    code: 'over_limit',
    message: `${peopleText(people, total)} ${excessSentence(people, findings.overDay, findings.limits)}.${calledBy ?? ''} Nothing was sent. Leave them out, or give a reason to call them.`,
    fields: { people: String(people), ...(first?.batch?.batchId && { batchId: first.batch.batchId }) },
  })
}

/**
 * The number of a single call is already called.
 *
 * @param excess null if no contact limit is reached
 */
export function numberCalledBefore(
  [first]: readonly ContactedBy[],
  excess: { inWeek: number } | null,
  now: number,
): Refusal {
  const { verb, words } = first ? contactSentence(first, now) : { verb: 'was', words: 'already called' }
  const isSingleCall = first?.batch === null && first.state === 'called'
  const sentence = isSingleCall
    ? `${first.operator} called this number ${agoText(now - first.at)}`
    : `This number ${verb} ${words}`
  return refusal({
    status: 409,
    code: 'called_before',
    message: `${[first && `${sentence}.`, excess && excess.inWeek > 1 && `${first ? 'It' : 'This number'} was called ${excess.inWeek} times in the last 7 days.`].filter(Boolean).join(' ')} No call was placed now. You can choose to call anyway.`,
    ...(first?.batch?.batchId && { fields: { batchId: first.batch.batchId } }),
  })
}

type PreparedRow = Pick<PreparedBatchTable, 'operator' | 'at' | 'effect_id' | 'batch_id' | 'reason' | 'calls'>
/** Some people of a start are already held back and would be called twice. @param rows the prepared batches of one launch */
export function heldBack(rows: readonly [PreparedRow, ...PreparedRow[]], now: number): Refusal {
  const [{ operator, at, effect_id, batch_id, reason }] = rows
  const waitingCalls = rows.reduce((sum, { calls }) => sum + calls, 0)
  const [startedPart, nextStep] = {
    after_first_ten: ['the first 10 of', 'Decide on them first.'],
    next_part: [
      'the first part of',
      'They are called in parts. To start them differently, discard the waiting parts first.',
    ],
    outside_hours: ['some of', 'Start or discard them first.'],
    window_closed: ['some of', 'Start or discard them first.'],
  }[reason]
  return refusal({
    status: 409,
    code: 'already_under_way',
    effectId: effect_id,
    message: `${operator} started ${startedPart} these ${agoText(now - at)}, and ${waitingCalls} more are waiting to be called. Nothing more was sent. ${nextStep}`,
    ...(batch_id && { fields: { batchId: batch_id } }),
  })
}

/** Nobody of a prepared batch is left to call. */
export const nobodyLeft = (): Refusal =>
  refusal({
    status: 409,
    code: 'nobody_left',
    message: 'Everyone who was held back has already been called, so nobody is left to call. Nothing was sent.',
  })

/** The outcome of a start that the service did not confirm. */
export const startUnknown = (outcome: Outcome): Outcome => ({
  state: 'unknown',
  refusal: unknownOutcome({
    details: outcome.state === 'done' ? '' : outcome.refusal.data.details,
    message:
      'The service did not confirm the start of this batch. Some calls may already be in progress. Do not start it again until someone has resolved the outcome.',
  }),
})
