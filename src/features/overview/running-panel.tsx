import type { QueryState } from '#api/reads.ts'
import { scheduledStart, scheduledStartText } from '#components/batches/scheduled-start.ts'
import { type KnownBatch, sumOf } from '#contract/index.ts'
import { Age } from '#kit/data/age.tsx'
import { DataView } from '#kit/data/data-view.tsx'
import { Link, RowLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { usePermission } from '#kit/permissions.ts'
import { Section } from '#ui/layout/section.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { ProgressBar } from '#ui/status/progress-bar.tsx'
import { number, numberOr } from '#ui/text/format-number.ts'
import { TimeWithDay } from '#ui/time/time.tsx'
import { emptyLineClasses } from './figures.tsx'
import { MoreRows } from './panel-row.tsx'
import { estimatedEnd, openBatches, readTimeOf } from './running-batches.ts'
import * as texts from './texts.tsx'

interface BatchProps {
  batch: KnownBatch
  /** The gateway's clock, epoch ms. */
  now: number
}

/** When the batch begins, or when it will probably end. */
function End({ batch, now }: BatchProps) {
  const start = scheduledStart(batch, now)
  if (start) return start.at === null ? 'Scheduled' : scheduledStartText(start, now)
  const end = estimatedEnd(batch, now)
  if (end !== null)
    return (
      <>
        Ends about <TimeWithDay at={end} />
      </>
    )
  return batch.progress ? 'End time unknown' : 'Not read yet'
}

function RunningBatch({ batch, now }: BatchProps) {
  'use no memo'
  const { progress } = batch
  const endedCount = progress && sumOf(progress.completed, progress.failed)
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 px-3 py-1.5 hover:bg-hover has-[a:focus-visible]:outline-2 has-[a:focus-visible]:-outline-offset-2 has-[a:focus-visible]:outline-focus sm:col-span-full sm:min-h-row sm:grid-cols-subgrid sm:py-0">
      <span dir="auto" className="min-w-0 truncate max-sm:col-span-2" title={batch.name}>
        <RowLink to={paths.batch(batch.batchId)}>{batch.name}</RowLink>
      </span>
      <div className="max-sm:order-last max-sm:col-span-2">
        {progress && !scheduledStart(batch, now) && (
          <ProgressBar
            label={`Progress of ${batch.name}`}
            total={progress.total}
            segments={[
              { kind: 'done', label: 'Completed', value: progress.completed },
              { kind: 'unreached', label: 'Not reached', value: progress.failed },
              { kind: 'live', label: 'In progress', value: progress.active },
              { kind: 'dropped', label: 'Cancelled', value: progress.cancelled },
              { kind: 'waiting', label: 'Waiting', value: progress.waiting },
            ]}
          />
        )}
      </div>
      <span className="text-label text-muted tabular-nums sm:text-right">
        {progress &&
          (scheduledStart(batch, now)
            ? texts.calls(progress.total)
            : `${numberOr(endedCount)} of ${numberOr(progress.total)}`)}
      </span>
      <span className="text-right text-label whitespace-nowrap text-muted">
        <End batch={batch} now={now} />
      </span>
    </li>
  )
}

/** As many as fit beside the other panels. */
const maxBatches = 8

interface Props {
  query: QueryState<{ batches: KnownBatch[] }>
  /** The gateway's clock, epoch ms. */
  now: number
}

/** Batches that are calling or scheduled, with their progress and expected end. */
export function RunningPanel({ query, now }: Props) {
  'use no memo'
  const permission = usePermission('launchStart')
  const inOrder = (batches: readonly KnownBatch[]) => {
    const { calling, scheduled, unread } = openBatches(batches, now)
    return [...calling, ...scheduled, ...unread]
  }
  const readAt = readTimeOf(openBatches(query.data?.batches ?? [], now).calling)
  return (
    <Section
      title="Running and scheduled batches"
      facts={<Age readAt={readAt} isBrowserTime={false} refusal={query.refusal} />}
      actions={<Link to={paths.batches()}>All batches</Link>}
      flush
      keptAs="running"
    >
      <DataView
        query={query}
        loading={<SkeletonRows rows={3} columns={2} label="Loading batches…" />}
        isEmpty={({ batches }) => inOrder(batches).length === 0}
        empty={
          <p className={emptyLineClasses}>
            {'No batches running or scheduled.'} {permission.allowed && <Link to={paths.newBatch()}>New batch</Link>}
          </p>
        }
      >
        {({ batches }) => (
          <>
            <ul className="divide-y divide-line sm:grid sm:grid-cols-[minmax(0,1fr)_3.5rem_auto_auto] sm:gap-x-2.5">
              {inOrder(batches)
                .slice(0, maxBatches)
                .map((batch) => (
                  <RunningBatch key={batch.batchId} batch={batch} now={now} />
                ))}
            </ul>
            {inOrder(batches).length > maxBatches && (
              <MoreRows>
                <Link to={paths.batches({ state: 'running' })}>
                  {`${number(inOrder(batches).length - maxBatches)} more`}
                </Link>
              </MoreRows>
            )}
          </>
        )}
      </DataView>
    </Section>
  )
}
