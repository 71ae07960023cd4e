/** Counts what waits or went wrong, without reading the service. */
import { alarmOf, type Counts, type KnownBatch, type Operator } from '#contract/index.ts'

type BatchNotice = Counts['batches'][number]

/** Notices about a batch: something goes wrong, or it was stopped, failed or ended; none while it runs well. */
export function noticesOf(batch: KnownBatch): BatchNotice[] {
  const { batchId, name, progress, isTest, stopped } = batch
  if (!progress || isTest) return []
  if (stopped && progress.status === 'cancelled') return [{ batchId, name, state: 'stopped' }]
  const { status, isComplete } = progress
  const alarm = alarmOf(batch)
  if (alarm) return [{ batchId, name, state: alarm }]
  if (!isComplete) return []
  return [{ batchId, name, state: status === 'failed' ? 'failed' : 'ended' }]
}

/** The operator who requests the counts, and their workspace. */
export interface Viewer {
  workspace: string
  operator: Operator
}

/** The sources of the counts. */
export interface CountSources {
  /** Calls in progress that were read in the last minutes. */
  live: (viewer: Viewer) => number
  /** Drafts that wait for a decision. */
  drafts: (viewer: Viewer) => Promise<number>
  unknownEffects: () => Promise<number>
  /** Starts that wait for the viewer's approval. */
  approvals: (viewer: Viewer) => Promise<number>
  /** Prepared batches that wait for a person. */
  prepared: () => Promise<number>
  batches: () => Promise<KnownBatch[]>
}

/** The numbers next to the pages' names in the sidebar, for one viewer (reliability R26). */
export async function countsOf(sources: CountSources, viewer: Viewer): Promise<Counts> {
  const [drafts, unknown, approvals, prepared, batches] = await Promise.all([
    sources.drafts(viewer),
    sources.unknownEffects(),
    sources.approvals(viewer),
    sources.prepared(),
    sources.batches(),
  ])
  return { live: sources.live(viewer), drafts, unknown, approvals, prepared, batches: batches.flatMap(noticesOf) }
}
