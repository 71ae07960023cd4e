/** Reads the upload of Start Batch: callback settings, start time and a job for each row. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { SmartCallback } from '#contract/index.ts'
import type { RowsToCall } from '../csv/read.ts'
import type { ServiceContext } from '../shared/context.ts'
import { describeIssue, invalidRequest, parseOptions } from '../shared/errors.ts'
import { newId } from '../shared/random.ts'

/** Other requests are served between two inserts. */
const rowsPerInsert = 250

/** Parses the callback settings (JSON); null if absent or blank. @throws ApiError 400 if they are not valid */
export function parseCallback(text: string | undefined): string | null {
  if (text === undefined || text.trim() === '') return null
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw invalidRequest('smartCallbackConfig is not JSON. No call was placed.')
  }
  const parsed = SmartCallback.safeParse(value, parseOptions)
  if (parsed.success) return JSON.stringify(parsed.data)
  const [issue] = parsed.error.issues
  throw invalidRequest(
    `smartCallbackConfig: ${issue === undefined ? 'not valid.' : describeIssue(issue)} No call was placed.`,
  )
}

/** Parses the start time (ISO 8601) to epoch ms; null means now. @throws ApiError 400 if it has passed */
export function parseStartTime(text: string | undefined, now: number): number | null {
  if (text === undefined) return null
  const startTime = Date.parse(text)
  if (startTime < now)
    throw invalidRequest(`scheduledAt has passed: it was ${new Date(startTime).toISOString()}. No call was placed.`)
  return startTime
}

/** Writes a waiting job for each row, in row order. */
export async function writeJobs(
  context: ServiceContext,
  batchId: string,
  { numbers, metadata }: RowsToCall,
): Promise<void> {
  const stem = newId.jobStem(context.random)
  for (let from = 0; from < numbers.length; from += rowsPerInsert) {
    const jobs = numbers.slice(from, from + rowsPerInsert).map((phone_number, i) => ({
      job_id: newId.job(stem, from + i + 1),
      batch_id: batchId,
      position: from + i + 1,
      phone_number,
      metadata: metadata[from + i] ?? '{}',
      status: 'waiting' as const,
      not_before: 0,
      attempts: 0,
    }))
    await context.database.insertInto('job').values(jobs).execute()
    await yieldToEventLoop()
  }
}
