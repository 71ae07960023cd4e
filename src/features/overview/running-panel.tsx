import type { QueryState } from '#api/reads.ts'
import { scheduledStart } from '#components/batches/scheduled-start.ts'
import { scheduledStartText } from '#components/batches/scheduled-start-texts.ts'
import { type KnownBatch, sumOf } from '#contract/index.ts'
import { Age } from '#kit/data/age.tsx'
import { DataView } from '#kit/data/data-view.tsx'
import { ButtonLink, Link, RowLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { usePermission } from '#kit/permissions.ts'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { Section } from '#ui/layout/section.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { ProgressBar } from '#ui/status/progress-bar.tsx'
import { numberOr } from '#ui/text/format-number.ts'
import { TimeWithDay } from '#ui/time/time.tsx'
import { estimatedEnd, openBatches } from './running-batches.ts'
import * as texts from './texts.tsx'

function RunningBatch({ batch, now }: { batch: KnownBatch; now: number }) {
  const { progress } = batch
  if (!progress) return null
  const expectedEnd = estimatedEnd(batch)
  const start = scheduledStart(batch, now)
  const endedCount = sumOf(progress.completed, progress.failed, progress.cancelled)
  return (
    <li className="relative px-3 py-2 hover:bg-hover has-[a:focus-visible]:outline-2 has-[a:focus-visible]:-outline-offset-2 has-[a:focus-visible]:outline-focus">
      <div className="mb-1.5 flex flex-wrap items-baseline justify-between gap-x-3">
        <RowLink to={paths.batch(batch.batchId)}>{batch.name}</RowLink>
        <span className="text-label text-muted">
          {texts.batchProgress(
            start ? scheduledStartText(start, now) : '',
            numberOr(endedCount),
            numberOr(progress.total),
            expectedEnd !== null && <TimeWithDay at={expectedEnd} />,
          )}
        </span>
      </div>
      <ProgressBar
        label={texts.progressOf(batch.name)}
        total={progress.total}
        segments={[
          { kind: 'done', label: texts.completed, value: progress.completed },
          { kind: 'failed', label: texts.failed, value: progress.failed },
          { kind: 'live', label: texts.inProgress, value: progress.active },
          { kind: 'dropped', label: texts.cancelled, value: progress.cancelled },
          { kind: 'waiting', label: texts.waiting, value: progress.waiting },
        ]}
      />
    </li>
  )
}

interface Props {
  query: QueryState<{ batches: KnownBatch[] }>
  /** The gateway's clock, epoch ms. */
  now: number
}

/** Running batches with their progress and expected end. */
export function RunningPanel({ query, now }: Props) {
  const permission = usePermission('launchStart')
  const inOrder = (batches: readonly KnownBatch[]) => {
    const { calling, scheduled } = openBatches(batches, now)
    return [...calling, ...scheduled]
  }
  return (
    <Section
      title={texts.runningBatches}
      facts={<Age readAt={query.readAt} refusal={query.refusal} />}
      actions={<Link to={paths.batches()}>{texts.allBatches}</Link>}
      flush
    >
      <DataView
        query={query}
        loading={<SkeletonRows rows={3} columns={2} label={texts.loadingBatches} />}
        isEmpty={({ batches }) => inOrder(batches).length === 0}
        empty={
          <EmptyState
            title={texts.noBatches}
            action={
              <ButtonLink to={paths.newBatch()} disabledReason={permission.reason}>
                {texts.newBatch}
              </ButtonLink>
            }
          >
            {texts.noBatchesHint}
          </EmptyState>
        }
      >
        {({ batches }) => (
          <ul className="divide-y divide-line">
            {inOrder(batches).map((batch) => (
              <RunningBatch key={batch.batchId} batch={batch} now={now} />
            ))}
          </ul>
        )}
      </DataView>
    </Section>
  )
}
