/** What waits or went wrong, counted from what is known: nothing is asked of the service for it. */
import { type Counts, failing, type KnownBatch, pageLimit, sumOf } from '#contract/index.ts'
import type { Looker } from '../review/queue.ts'
import type { Parts } from './deps.ts'

type Noted = Counts['batches'][number]

/** What is worth telling of a batch; nothing while it goes well. */
export function noted({ batchId, name, progress }: KnownBatch): Noted[] {
  if (!progress) return []
  const { status, isComplete, completed, failed } = progress
  const of = sumOf(completed, failed) ?? 0
  const isFailing = of >= failing.of && (failed ?? 0) / of > failing.share
  if (!isComplete) return isFailing ? [{ batchId, name, state: 'failing' }] : []
  return [{ batchId, name, state: status === 'failed' ? 'failed' : 'ended' }]
}

/** @param looker who asks, from which workspace */
export async function countsOf(parts: Parts, looker: Omit<Looker, 'attention'>): Promise<Counts> {
  const [{ drafts }, unknown, rests, { batches }] = await Promise.all([
    parts.reviewQueue.show({ ...looker, attention: 'background' }),
    parts.effects.list({ page: 1, limit: 1, state: 'unknown' }, looker.operator),
    parts.rests.list(),
    parts.registry.list({ page: 1, limit: pageLimit.most }),
  ])
  return {
    drafts: drafts.filter(({ decision }) => decision?.state !== 'held').length,
    unknown: unknown.pagination.total ?? 0,
    rests: rests.length,
    batches: batches.flatMap(noted),
  }
}
