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
import { plural } from '#ui/text/format-number.ts'
import { useGatewayTime } from '#ui/time/clock.ts'
import { timeWithDay } from '#ui/time/format-time.ts'
import { Time } from '#ui/time/time.tsx'
import type { PreparedAction } from './prepared-batch-confirm.tsx'
import {
  continueAction,
  groupPrepared,
  needsPerson,
  nextOpeningAt,
  othersIn,
  type PreparedGroup,
  preparedReasons,
  preparedTitle,
  withoutDecision,
} from './prepared-texts.ts'

/** Loaded when the operator opens it. */
const PreparedBatchConfirm = lazyPart(() => import('./prepared-batch-confirm.tsx'))

interface Props {
  group: PreparedGroup
  batch: KnownBatch | undefined
  isOnItsPage: boolean
  /** Of the batch that was started before. */
  progress: KnownBatch['progress']
}

function PreparedBatchPanel({ group, batch, isOnItsPage, progress }: Props) {
  const [{ batchId, calls, until, startsAt }] = group
  const [action, setAction] = useState<PreparedAction | null>(null)
  const now = useGatewayTime(10_000)
  useFocusHeadingOnUnmount()
  const opensAt = nextOpeningAt(group, now)
  const startPermission = usePermission('preparedBatchStart')
  const discardPermission = usePermission('preparedBatchDiscard')
  const needsDecision = needsPerson(group)
  const status = needsDecision ? (
    <StatusLabel state="needs-you" label={startPermission.reason === '' ? 'Needs your decision' : 'Needs a decision'} />
  ) : (
    <StatusLabel state="waiting" label="Starts automatically" />
  )
  return (
    <Section title={preparedTitle(group, now)} facts={status}>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div className="flex max-w-[72ch] flex-col gap-1">
          <p>
            {preparedReasons(group).join(' ')} {needsDecision && withoutDecision(group, progress)}
            {batchId && !isOnItsPage && (
              <>
                {' '}
                <Link to={paths.batch(batchId)}>{batch ? `Open ${batch.name}` : 'Open batch'}</Link>
              </>
            )}
          </p>
          <p className="text-label text-pretty text-muted">
            {needsDecision &&
              opensAt !== null &&
              `Calling hours are open for these people from ${timeWithDay(opensAt, now)}. `}
            {needsDecision && until !== null && (
              <>
                If nobody decides, these calls are discarded on <Time at={until} show="day-and-time" />.
              </>
            )}
            {!needsDecision &&
              startsAt === null &&
              'Switchboard runs all checks again first. If the running part is cancelled, Switchboard asks you instead.'}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button disabledReason={discardPermission.reason} onClick={() => setAction('discard')}>
            Discard these calls
          </Button>
          {(needsDecision || opensAt !== null) && (
            <Button
              variant={opensAt === null ? 'primary' : undefined}
              disabledReason={startPermission.reason}
              onClick={() => setAction('start')}
            >
              {group.length > 1
                ? `Call the next ${plural(calls, 'person', 'people')}`
                : `Call the ${othersIn(group, 'person', 'people')}${opensAt !== null ? ' now' : ''}`}
            </Button>
          )}
          {needsDecision && opensAt !== null && (
            <Button variant="primary" disabledReason={startPermission.reason} onClick={() => setAction('schedule')}>
              {continueAction(opensAt, now)}
            </Button>
          )}
        </div>
      </div>
      <Suspense>
        {action && <PreparedBatchConfirm group={group} action={action} onClose={() => setAction(null)} />}
      </Suspense>
    </Section>
  )
}

interface AllProps {
  prepared: readonly PreparedBatch[]
  batches: readonly KnownBatch[]
  pageBatch: Pick<KnownBatch, 'batchId' | 'progress'> | undefined
}

export default function PreparedBatchPanels({ prepared, batches, pageBatch }: AllProps) {
  const launchId = batches.find(({ batchId }) => batchId === pageBatch?.batchId)?.launchId
  const isOnThisPage = (batchId: string) =>
    pageBatch === undefined ||
    batchId === pageBatch.batchId ||
    batches.some((batch) => batch.batchId === batchId && batch.launchId === launchId)
  return groupPrepared(prepared.filter(({ batchId }) => isOnThisPage(batchId))).map((group) => {
    const batch = batches.find(({ batchId }) => batchId === group[0].batchId)
    const isOnItsPage = pageBatch?.batchId === group[0].batchId
    const progress = (isOnItsPage ? pageBatch : batch)?.progress ?? null
    return <PreparedBatchPanel key={group[0].id} {...{ group, batch, isOnItsPage, progress }} />
  })
}
