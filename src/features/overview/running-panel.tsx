import type { Reading } from '#api/reads.ts'
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
import { DayedTime } from '#ui/time/time.tsx'
import { endsAt, running } from './running-batches.ts'

function RunningBatch({ batch, now }: { batch: KnownBatch; now: number }) {
  const { progress } = batch
  if (!progress) return null
  const ends = endsAt(batch)
  const start = scheduledStart(batch, now)
  const over = sumOf(progress.completed, progress.failed, progress.cancelled)
  return (
    <li className="relative px-3 py-2 hover:bg-hover has-[a:focus-visible]:outline-2 has-[a:focus-visible]:-outline-offset-2 has-[a:focus-visible]:outline-focus">
      <div className="mb-1.5 flex flex-wrap items-baseline justify-between gap-x-3">
        <RowLink to={paths.batch(batch.batchId)}>{batch.name}</RowLink>
        <span className="text-label text-muted">
          {start && `${scheduledStartText(start, now)}, `}
          {numberOr(over)} of {numberOr(progress.total)}
          {ends !== null && (
            <>
              , ends about <DayedTime at={ends} />
            </>
          )}
        </span>
      </div>
      <ProgressBar
        label={`Progress of ${batch.name}`}
        total={progress.total}
        segments={[
          { kind: 'done', label: 'Completed', value: progress.completed },
          { kind: 'failed', label: 'Failed', value: progress.failed },
          { kind: 'live', label: 'In progress', value: progress.active },
          { kind: 'dropped', label: 'Cancelled', value: progress.cancelled },
          { kind: 'waiting', label: 'Waiting', value: progress.waiting },
        ]}
      />
    </li>
  )
}

interface Props {
  reading: Reading<{ batches: KnownBatch[] }>
  /** The gateway's clock, epoch ms. */
  now: number
}

/** Batches that run, with their progress and when they end. */
export function RunningPanel({ reading, now }: Props) {
  const may = usePermission('launchStart')
  const shown = (batches: readonly KnownBatch[]) => {
    const { calling, scheduled } = running(batches, now)
    return [...calling, ...scheduled]
  }
  return (
    <Section
      title="Batches running"
      facts={<Age readAt={reading.readAt} refusal={reading.refusal} />}
      actions={<Link to={paths.batches()}>All batches</Link>}
      flush
    >
      <DataView
        reading={reading}
        loading={<SkeletonRows rows={3} columns={2} label="Batches are on their way." />}
        isEmpty={({ batches }) => shown(batches).length === 0}
        empty={
          <EmptyState
            title="No batch is running"
            action={
              <ButtonLink to={paths.newBatch()} disabledReason={may.reason}>
                New batch
              </ButtonLink>
            }
          >
            A batch calls every number of a CSV file, with one agent.
          </EmptyState>
        }
      >
        {({ batches }) => (
          <ul className="divide-y divide-line">
            {shown(batches).map((batch) => (
              <RunningBatch key={batch.batchId} batch={batch} now={now} />
            ))}
          </ul>
        )}
      </DataView>
    </Section>
  )
}
