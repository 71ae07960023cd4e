/** What is known of the rows of a batch, for a file of them. Nothing is asked of the service. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { KeptLine } from '../../calls/kept/kept-lines.ts'
import { transcriptText } from '../../shared/transcript-text.ts'
import type { Store } from '../../store/store.ts'
import { readRows } from '../batch-results.ts'
import { outcomesOfRows } from '../find-batch-rows.ts'

/** Transcripts that one statement reads. */
const transcriptsPerSlice = 200

/** What was said in the last call of each row whose transcript is kept, by job ID. */
async function keptTranscripts(store: Store, batchId: string): Promise<Map<string, string>> {
  /** In the order of the calls of a row. */
  const jobOfRoom = new Map<string, string>()
  await readRows(store, batchId, ['room_name'], (calls) => {
    for (const { room_name, job_id } of calls) if (room_name !== null) jobOfRoom.set(room_name, job_id)
  })
  const rooms = [...jobOfRoom.keys()]
  const transcripts = new Map<string, string>()
  for (let from = 0; from < rooms.length; from += transcriptsPerSlice) {
    const slice = rooms.slice(from, from + transcriptsPerSlice)
    const kept = await store
      .selectFrom('kept_calls')
      .select(['room_name', 'lines'])
      .where('room_name', 'in', slice)
      .where('line_count', '>', 0)
      // The longest of those that several workspaces keep comes last.
      .orderBy('line_count')
      .execute()
    const linesOfRoom = new Map(kept.map(({ room_name, lines }) => [room_name, lines]))
    for (const room of slice) {
      const lines = linesOfRoom.get(room)
      const jobId = jobOfRoom.get(room)
      if (lines === undefined || jobId === undefined) continue
      transcripts.set(jobId, transcriptText((JSON.parse(lines) as KeptLine[]).map(({ line }) => line)))
    }
    await yieldToEventLoop()
  }
  return transcripts
}

/**
 * @param areTranscriptsWanted whether to read what was said, as far as the team has seen it
 * @returns what is known, by job ID
 */
export async function knownRowsOf(store: Store, batchId: string, areTranscriptsWanted: boolean) {
  const outcomes = await outcomesOfRows(store, batchId)
  const transcripts = areTranscriptsWanted ? await keptTranscripts(store, batchId) : new Map<string, string>()
  return new Map(
    [...outcomes].map(([jobId, { outcome, attempts }]) => [
      jobId,
      { outcome: outcome ?? '', calls: attempts, transcript: transcripts.get(jobId) ?? '' },
    ]),
  )
}
