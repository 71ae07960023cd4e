/** Panels of prepared batches: what they wait for, and the buttons to start or discard them. */
import { Suspense, useState } from 'react'
import type { KnownBatch, PreparedBatch } from '#contract/index.ts'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { useFocusHeadingOnUnmount } from '#kit/page/heading-focus.ts'
import { usePermission } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'
import { Section } from '#ui/layout/section.tsx'
import { lazyPart } from '#ui/lazy-part.ts'
import { StatusLabel } from '#ui/status/status-label.tsx'
import { useGatewayTime } from '#ui/time/clock.ts'
import { timeWithDay } from '#ui/time/format-time.ts'
import { Time } from '#ui/time/time.tsx'
import type { PreparedAction } from './prepared-batch-confirm.tsx'
import {
  callsIn,
  continueAction,
  needsPerson,
  opensAt,
  preparedReasons,
  preparedTitle,
  type Waiting,
  waitingOf,
} from './prepared-texts.ts'
import * as texts from './texts.tsx'

/** Loaded when it is opened. */
const PreparedBatchConfirm = lazyPart(() => import('./prepared-batch-confirm.tsx'))

/** Progress of the batch before, as far as is known. */
function progressText(batch: KnownBatch | undefined): string {
  const progress = batch?.progress
  if (!progress) return texts.progressUnknown
  const { completed, failed, active, waiting, cancelled } = progress
  const counts = [
    completed !== null && texts.completedCount(completed),
    failed !== null && texts.failedCount(failed),
    active && texts.inProgressCount(active),
    waiting && texts.waitingCount(waiting),
    cancelled && texts.cancelledCount(cancelled),
  ]
  return texts.progressSoFar(counts.filter((count) => typeof count === 'string'))
}

interface Props {
  waiting: Waiting
  batch: KnownBatch | undefined
  isHere: boolean
}

function PreparedBatchPanel({ waiting, batch, isHere }: Props) {
  const [{ batchId, calls, until, startsAt }] = waiting
  const [action, setAction] = useState<PreparedAction | null>(null)
  const now = useGatewayTime(10_000)
  useFocusHeadingOnUnmount()
  const opens = opensAt(waiting, now)
  const start = usePermission('preparedBatchStart')
  const discard = usePermission('preparedBatchDiscard')
  const asks = needsPerson(waiting)
  const status = asks ? (
    <StatusLabel state="needs-you" label={texts.needsDecision} />
  ) : (
    <StatusLabel state="waiting" label={texts.startsAutomatically} />
  )
  return (
    <Section title={preparedTitle(waiting, now)} facts={status}>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div className="flex max-w-[72ch] flex-col gap-1">
          <p>
            {preparedReasons(waiting).join(' ')} {asks && progressText(batch)}
            {batchId && !isHere && (
              <>
                {' '}
                <Link to={paths.batch(batchId)}>{texts.openBatch(batch?.name)}</Link>
              </>
            )}
          </p>
          <p className="text-label text-pretty text-muted">
            {asks && until !== null && (
              <>
                {opens !== null && `${texts.hoursOpenFrom(timeWithDay(opens, now))} `}
                {texts.heldUntil(<Time at={until} show="day-and-time" />)}
              </>
            )}
            {!asks && startsAt === null && texts.checkedBeforeNextPart}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button disabledReason={discard.reason} onClick={() => setAction('discard')}>
            {texts.discard}
          </Button>
          {(asks || opens !== null) && (
            <Button
              variant={opens === null ? 'primary' : undefined}
              disabledReason={start.reason}
              onClick={() => setAction('start')}
            >
              {waiting.length > 1 ? texts.callNext(calls) : texts.callOthers(callsIn(waiting), opens !== null)}
            </Button>
          )}
          {asks && opens !== null && (
            <Button variant="primary" disabledReason={start.reason} onClick={() => setAction('schedule')}>
              {continueAction(opens, now)}
            </Button>
          )}
        </div>
      </div>
      <Suspense>
        {action && <PreparedBatchConfirm waiting={waiting} action={action} onClose={() => setAction(null)} />}
      </Suspense>
    </Section>
  )
}

interface AllProps {
  prepared: readonly PreparedBatch[]
  batches: readonly KnownBatch[]
  /** The batch whose page this is: only prepared batches of its launch are shown. */
  of: string | undefined
}

export default function PreparedBatchPanels({ prepared, batches, of }: AllProps) {
  const launchId = batches.find(({ batchId }) => batchId === of)?.launchId
  const isOf = (batchId: string) =>
    of === undefined ||
    batchId === of ||
    batches.some((batch) => batch.batchId === batchId && batch.launchId === launchId)
  return waitingOf(prepared.filter(({ batchId }) => isOf(batchId))).map((waiting) => (
    <PreparedBatchPanel
      key={waiting[0].id}
      waiting={waiting}
      batch={batches.find(({ batchId }) => batchId === waiting[0].batchId)}
      isHere={of === waiting[0].batchId}
    />
  ))
}
