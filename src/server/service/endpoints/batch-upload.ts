/** What Start makes of an upload: the wish for call-backs, and a row for each call. */
import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { SmartCallback, startTimeTolerance } from '#contract/index.ts'
import type { RowsToCall } from '../csv/read.ts'
import type { House } from '../shared/context.ts'
import { invalid, sentenceOf, withInput } from '../shared/errors.ts'
import { ids } from '../shared/random.ts'

/** Rows written at a time, so that other requests are served in between. */
const rowsAtOnce = 250

/** Reads the JSON text of the call-backs; '' and none are the same. */
export function callbackOf(text: string | undefined): string | null {
  if (text === undefined || text.trim() === '') return null
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    throw invalid('smartCallbackConfig is not JSON. No call was placed.')
  }
  const parsed = SmartCallback.safeParse(given, withInput)
  if (parsed.success) return JSON.stringify(parsed.data)
  const [issue] = parsed.error.issues
  throw invalid(`smartCallbackConfig: ${issue === undefined ? 'not valid.' : sentenceOf(issue)} No call was placed.`)
}

/** Reads the start time (ISO 8601): epoch ms, null for at once. @throws 400 where it has passed */
export function startTimeOf(text: string | undefined, now: number): number | null {
  if (text === undefined) return null
  const at = Date.parse(text)
  if (at < now - startTimeTolerance)
    throw invalid(`scheduledAt has passed: it was ${new Date(at).toISOString()}. No call was placed.`)
  return at
}

/** Writes a waiting call for each row, in their order. */
export async function writeJobs(house: House, batchId: string, { numbers, metadata }: RowsToCall): Promise<void> {
  const stem = ids.jobStem(house.random)
  for (let from = 0; from < numbers.length; from += rowsAtOnce) {
    const jobs = numbers.slice(from, from + rowsAtOnce).map((phone_number, i) => ({
      job_id: ids.job(stem, from + i + 1),
      batch_id: batchId,
      position: from + i + 1,
      phone_number,
      metadata: metadata[from + i] ?? '{}',
      status: 'waiting' as const,
      not_before: 0,
      attempts: 0,
    }))
    await house.database.insertInto('job').values(jobs).execute()
    await yieldToOthers()
  }
}
