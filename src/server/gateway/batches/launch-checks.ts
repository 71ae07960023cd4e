/** Checks of a start before it is recorded: its file, start time and call-backs. */
import {
  batchHoursIn,
  hoursInWords,
  type LaunchFields,
  listNames,
  type OriginSelection,
  ownNumberLimits,
  SmartCallback,
  startTimeTolerance,
} from '#contract/index.ts'
import { outsideHoursReason } from '../calling-rules/hours-rule.ts'
import { parseWith } from '../http/parse.ts'
import { refusal } from '../shared/refusals.ts'
import type { CheckedFile } from './checked-file.ts'

/**
 * The ids that the history stores for a start.
 *
 * @param recipients the fingerprint of its people
 * @param launchId the launch whose remaining people it calls; undefined: it begins a launch
 */
export const startIds = (
  {
    agentId,
    smartCallbackConfig,
    hours,
    hoursReason,
    hoursPeople = '0',
    afterHours,
    breaker,
    harm,
    test,
    originId,
    originCalls = 'all',
    callOptedOut = '0',
  }: Omit<LaunchFields, 'originCalls'> & { originCalls?: OriginSelection },
  recipients: string,
  launchId?: string,
): Record<string, string> => ({
  agentId,
  recipients,
  callBacks: String(parseCallBacks(smartCallbackConfig)),
  ...(hours && { hours }),
  ...(hoursReason && { hoursReason, hoursPeople }),
  ...(afterHours && { afterHours }),
  ...(breaker && { breaker }),
  ...(harm && { harm }),
  ...(test && { test }),
  ...(originId && { originId, originCalls }),
  ...(launchId && { launchId }),
  // The operator decided to call people whose rows say "do not call".
  ...(Number(callOptedOut) > 0 && { callOptedOut }),
})

/** @returns why a start overrules rules, for the history; undefined: it overrules none */
export function overrulingReason({
  overLimitReason,
  overLimitPeople,
  hours,
  hoursReason,
}: LaunchFields): string | undefined {
  const ownHours = batchHoursIn(hours)
  const reasons = [
    overLimitReason !== undefined && `${overLimitPeople ?? 0} people over the contact limits: ${overLimitReason}`,
    ownHours !== null && `Calling hours ${hoursInWords(ownHours)}: ${ownHours.reason}`,
    hoursReason !== undefined && outsideHoursReason(hoursReason),
  ].filter((reason) => reason !== false)
  return reasons.length > 0 ? reasons.join(' · ') : undefined
}

/** A test may only call one number: the operator's own. @throws Refusal 400 */
export function refuseOversizedTest({ test }: LaunchFields, calls: number): void {
  // guard: test-calls-one-number
  if (test && calls !== 1)
    throw refusal({
      status: 400,
      code: 'invalid_request',
      message: `A test calls one number, and this file has ${calls} rows. Nothing was sent.`,
      fields: { file: 'A test has one row.' },
    })
}

export const tooManyTests = () =>
  refusal({
    status: 409,
    code: 'too_many_tests',
    message: `You can make ${ownNumberLimits.testsPerHour} test calls within an hour. Nothing was sent.`,
  })

export const numberNotConfirmed = () =>
  refusal({
    status: 409,
    code: 'own_number',
    message: 'This number is no longer one of your confirmed numbers. Nothing was sent.',
  })

/**
 * Prevents calls by oversight to people whose row says "do not call". The page leaves such rows out unless an operator decides
 * otherwise. The request then says how many such rows there are.
 *
 * @throws Refusal 400 if more rows say it than the operator decided to call (`callOptedOut`)
 */
export function refuseOptedOut(
  { optedOut }: Pick<CheckedFile, 'optedOut'>,
  { callOptedOut = '0', test }: Pick<LaunchFields, 'callOptedOut' | 'test'>,
): void {
  // A test calls the operator's own number with another person's columns.
  if (test) return
  // guard: opted-out-rows-are-named
  if (optedOut.rows > Number(callOptedOut)) throw optedOutRefusal(optedOut)
}

const optedOutRefusal = ({ rows, columns }: { rows: number; columns: string[] }) => {
  const [rowsSay, them] = rows === 1 ? ['1 row says', 'it'] : [`${rows} rows say`, 'them']
  const columnList = `${columns.length === 1 ? 'column' : 'columns'} ${listNames(columns)}`
  return refusal({
    status: 400,
    code: 'invalid_request',
    message: `${rowsSay} “do not call” (${columnList}). Nothing was sent. Leave ${them} out, or say that ${columns.length === 1 ? 'the column is an ordinary one' : 'the columns are ordinary ones'}.`,
    fields: { file: 'Some rows say “do not call”.' },
  })
}

/** @param scheduledAt ISO 8601; undefined: at once @throws Refusal 400 if the start time has passed */
export function refusePastStart(scheduledAt: string | undefined, now: number): void {
  if (scheduledAt === undefined || Date.parse(scheduledAt) >= now - startTimeTolerance) return
  throw refusal({
    status: 400,
    code: 'invalid_request',
    message: 'The start time has passed. Nothing was sent. Choose a later time, or start now.',
    fields: { scheduledAt: 'The start time has passed.' },
  })
}

/** @param text JSON @returns attempts after the first attempt @throws Refusal 400 if the settings are invalid (interface 4) */
export function parseCallBacks(text: string | undefined): number {
  if (text === undefined) return 0
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    parsed = undefined
  }
  const { enabled, maxAttempts } = parseWith(SmartCallback, parsed) as SmartCallback
  return enabled ? maxAttempts - 1 : 0
}
