/** What waits or went wrong, counted from what is known: nothing is asked of the service for it. */
import { type Counts, failing, type KnownBatch, type Operator, sumOf } from '#contract/index.ts'

type Noted = Counts['batches'][number]

/** What is worth telling of a batch; nothing while it goes well. */
export function noted({ batchId, name, progress, isTest, stopped }: KnownBatch): Noted[] {
  if (!progress || isTest) return []
  if (stopped && progress.status === 'cancelled') return [{ batchId, name, state: 'stopped' }]
  const { status, isComplete, completed, failed } = progress
  const of = sumOf(completed, failed) ?? 0
  const isFailing = of >= failing.of && (failed ?? 0) / of > failing.share
  if (!isComplete) return isFailing ? [{ batchId, name, state: 'failing' }] : []
  return [{ batchId, name, state: status === 'failed' ? 'failed' : 'ended' }]
}

/** Who asks, from which workspace. */
export interface Viewer {
  workspace: string
  operator: Operator
}

/** Where each number is counted. */
export interface CountSources {
  /** Drafts that wait for a decision. */
  drafts: (viewer: Viewer) => Promise<number>
  unknownEffects: () => Promise<number>
  /** Starts that wait for the viewer's approval. */
  approvals: (viewer: Viewer) => Promise<number>
  /** Prepared batches that wait for a person. */
  prepared: () => Promise<number>
  batches: () => Promise<KnownBatch[]>
}

/** The numbers beside the pages' names, for one viewer (reliability R26). */
export async function countsOf(sources: CountSources, viewer: Viewer): Promise<Counts> {
  const [drafts, unknown, approvals, prepared, batches] = await Promise.all([
    sources.drafts(viewer),
    sources.unknownEffects(),
    sources.approvals(viewer),
    sources.prepared(),
    sources.batches(),
  ])
  return { drafts, unknown, approvals, prepared, batches: batches.flatMap(noted) }
}
