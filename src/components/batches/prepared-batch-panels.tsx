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
import { number, plural } from '#ui/text/format-number.ts'
import { useGatewayTime } from '#ui/time/clock.ts'
import { timeWithDay } from '#ui/time/format-time.ts'
import { Time } from '#ui/time/time.tsx'
import type { PreparedAction } from './prepared-batch-confirm.tsx'
import {
  callsIn,
  continueAction,
  groupPrepared,
  needsPerson,
  nextOpeningAt,
  type PreparedGroup,
  preparedReasons,
  preparedTitle,
} from './prepared-texts.ts'
import * as texts from './texts.tsx'

/** Loaded when the operator opens it. */
const PreparedBatchConfirm = lazyPart(() => import('./prepared-batch-confirm.tsx'))

/** The progress of the batch that was started before, as far as is known. */
function progressText(batch: KnownBatch | undefined): string {
  const progress = batch?.progress
  if (!progress) return 'Its progress is not known yet.'
  const { completed, failed, active, waiting, cancelled } = progress
  const counts = [
    completed !== null && `${number(completed)} completed`,
    failed !== null && `${number(failed)} not reached`,
    active && `${number(active)} in progress`,
    waiting && texts.waitingCount(waiting),
    cancelled && `${number(cancelled)} cancelled`,
  ]
  return `So far: ${counts.filter((count) => typeof count === 'string').join(', ')}.`
}

interface Props {
  group: PreparedGroup
  batch: KnownBatch | undefined
  isOnItsPage: boolean
}

function PreparedBatchPanel({ group, batch, isOnItsPage }: Props) {
  const [{ batchId, calls, until, startsAt }] = group
  const [action, setAction] = useState<PreparedAction | null>(null)
  const now = useGatewayTime(10_000)
  useFocusHeadingOnUnmount()
  const opensAt = nextOpeningAt(group, now)
  const startPermission = usePermission('preparedBatchStart')
  const discardPermission = usePermission('preparedBatchDiscard')
  const needsDecision = needsPerson(group)
  const status = needsDecision ? (
    <StatusLabel state="needs-you" label="Needs your decision" />
  ) : (
    <StatusLabel state="waiting" label="Starts automatically" />
  )
  return (
    <Section title={preparedTitle(group, now)} facts={status}>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div className="flex max-w-[72ch] flex-col gap-1">
          <p>
            {preparedReasons(group).join(' ')} {needsDecision && progressText(batch)}
            {batchId && !isOnItsPage && (
              <>
                {' '}
                <Link to={paths.batch(batchId)}>{texts.openBatch(batch?.name)}</Link>
              </>
            )}
          </p>
          <p className="text-label text-pretty text-muted">
            {needsDecision && until !== null && (
              <>
                {opensAt !== null && `Calling hours are open for these people from ${timeWithDay(opensAt, now)}. `}
                {
                  <>
                    Nobody is called until you decide. These calls are discarded after{' '}
                    <Time at={until} show="day-and-time" />.
                  </>
                }
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
                : `Call the other ${plural(callsIn(group), 'person', 'people')}${opensAt !== null ? ' now' : ''}`}
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
  /**
   * The batch whose page this is. Only prepared batches of its launch are shown: a launch is a start, with all batches that continue with
   * its remaining people. undefined: all prepared batches are shown.
   */
  pageBatchId: string | undefined
}

export default function PreparedBatchPanels({ prepared, batches, pageBatchId }: AllProps) {
  const launchId = batches.find(({ batchId }) => batchId === pageBatchId)?.launchId
  const isOnThisPage = (batchId: string) =>
    pageBatchId === undefined ||
    batchId === pageBatchId ||
    batches.some((batch) => batch.batchId === batchId && batch.launchId === launchId)
  return groupPrepared(prepared.filter(({ batchId }) => isOnThisPage(batchId))).map((group) => (
    <PreparedBatchPanel
      key={group[0].id}
      group={group}
      batch={batches.find(({ batchId }) => batchId === group[0].batchId)}
      isOnItsPage={pageBatchId === group[0].batchId}
    />
  ))
}
