/** Checks of a launch before anything of it is recorded: its file, its start time and its call-backs. */
import {
  batchHoursIn,
  hoursInWords,
  type LaunchFields,
  type OriginSelection,
  SmartCallback,
  startTimeTolerance,
} from '#contract/index.ts'
import { parseWith } from '../http/parse.ts'
import { refusal } from '../shared/refusals.ts'
import type { CheckedFile } from './checked-file.ts'

/**
 * What the history keeps of a start.
 *
 * @param recipients their fingerprint
 * @param launchId the launch whose remaining people it calls; not given: it begins a launch
 */
export const idsOf = (
  {
    agentId,
    smartCallbackConfig,
    hours,
    hoursReason,
    hoursPeople = '0',
    afterHours,
    breaker,
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
  callBacks: String(callBacksIn(smartCallbackConfig)),
  ...(hours && { hours }),
  ...(hoursReason && { hoursReason, hoursPeople }),
  ...(afterHours && { afterHours }),
  ...(breaker && { breaker }),
  ...(test && { test }),
  ...(originId && { originId, originCalls }),
  ...(launchId && { launchId }),
  // The operator's decision.
  ...(Number(callOptedOut) > 0 && { callOptedOut }),
})

/** Why a start passes over rules, as the history keeps it. */
export function reasonOf({ overLimitReason, overLimitPeople, hours, hoursReason }: LaunchFields): string | undefined {
  const own = batchHoursIn(hours)
  const reasons = [
    overLimitReason !== undefined && `${overLimitPeople ?? 0} people over the contact limits: ${overLimitReason}`,
    own !== null && `Calling hours ${hoursInWords(own)}: ${own.reason}`,
    hoursReason !== undefined && `Outside the calling hours: ${hoursReason}`,
  ].filter((reason) => reason !== false)
  return reasons.length > 0 ? reasons.join(' · ') : undefined
}

/** A test calls one number: the operator's own. @throws Refusal 400 */
export function refuseLongTest({ test }: LaunchFields, calls: number): void {
  // guard: test-calls-one-number
  if (test && calls !== 1)
    throw refusal({
      status: 400,
      code: 'invalid_request',
      message: `A test calls one number, and this file has ${calls} rows. Nothing was sent.`,
      fields: { file: 'A test has one row.' },
    })
}

/**
 * Nobody whose row says "do not call" is called by oversight. The page leaves such rows and columns out unless an operator decides
 * otherwise, and then says how many they are.
 *
 * @throws Refusal 400 when more rows say so than the operator has said to call (`callOptedOut`)
 */
export function refuseOptedOut(
  { optedOut }: Pick<CheckedFile, 'optedOut'>,
  { callOptedOut = '0', test }: Pick<LaunchFields, 'callOptedOut' | 'test'>,
): void {
  // It calls the operator's own number, with the columns of somebody else.
  if (test) return
  // guard: opted-out-rows-are-named
  if (optedOut.rows > Number(callOptedOut)) throw saysDoNotCall(optedOut)
}

const saysDoNotCall = ({ rows, columns }: { rows: number; columns: string[] }) => {
  const [say, them] = rows === 1 ? ['1 row says', 'it'] : [`${rows} rows say`, 'them']
  const where = `${columns.length === 1 ? 'column' : 'columns'} ${columns.join(', ')}`
  return refusal({
    status: 400,
    code: 'invalid_request',
    message: `${say} “do not call” (${where}). Nothing was sent. Leave ${them} out, or say that ${columns.length === 1 ? 'the column is an ordinary one' : 'the columns are ordinary ones'}.`,
    fields: { file: 'Some rows say “do not call”.' },
  })
}

/** A batch is scheduled for later or starts at once. @throws Refusal 400 for a start time (ISO 8601) that has passed */
export function refusePast(scheduledAt: string | undefined, now: number): void {
  if (scheduledAt === undefined || Date.parse(scheduledAt) >= now - startTimeTolerance) return
  throw refusal({
    status: 400,
    code: 'invalid_request',
    message: 'The start time has passed. Nothing was sent. Choose a later time, or start at once.',
    fields: { scheduledAt: 'The start time has passed.' },
  })
}

/** @returns tries after the first @throws Refusal 400 where the wish for call-backs is none (interface 4) */
export function callBacksIn(text: string | undefined): number {
  if (text === undefined) return 0
  let raw: unknown
  try {
    raw = JSON.parse(text)
  } catch {
    raw = undefined
  }
  const { enabled, maxAttempts } = parseWith(SmartCallback, raw) as SmartCallback
  return enabled ? maxAttempts - 1 : 0
}
