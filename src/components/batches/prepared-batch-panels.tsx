/** Prepared batches of a launch, where a page shows them: what they wait for, and the decision where a person has to make one. */

import { Suspense, useState } from 'react'
import type { KnownBatch, PreparedBatch } from '#contract/index.ts'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { useHeadingAfter } from '#kit/page/heading-focus.ts'
import { usePermission } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'
import { Section } from '#ui/layout/section.tsx'
import { lazyPart } from '#ui/lazy-part.ts'
import { Lamp } from '#ui/status/lamp.tsx'
import { number } from '#ui/text/format-number.ts'
import { useTrueNow } from '#ui/time/clock.ts'
import { dayedTime } from '#ui/time/format-time.ts'
import { Time } from '#ui/time/time.tsx'
import type { Asking } from './prepared-batch-confirm.tsx'
import {
  callsIn,
  continueInWords,
  needsPerson,
  opensAt,
  reasonsOf,
  titleOf,
  type Waiting,
  waitingOf,
} from './prepared-words.ts'

/** What asks is loaded with the first press. */
const PreparedBatchConfirm = lazyPart(() => import('./prepared-batch-confirm.tsx'))

/** How the batch before them went, as far as is known. */
function howItWent(batch: KnownBatch | undefined): string {
  const progress = batch?.progress
  if (!progress) return 'Its progress has not been read yet.'
  const { completed, failed, active, waiting, cancelled } = progress
  const words = [
    completed !== null && `${number(completed)} completed`,
    failed !== null && `${number(failed)} failed`,
    active && `${number(active)} in progress`,
    waiting && `${number(waiting)} waiting`,
    cancelled && `${number(cancelled)} cancelled`,
  ]
  return `So far ${words.filter(Boolean).join(', ')}.`
}

interface Props {
  waiting: Waiting
  batch: KnownBatch | undefined
  isHere: boolean
}

function PreparedBatchPanel({ waiting, batch, isHere }: Props) {
  const [{ batchId, calls, until, startsAt }] = waiting
  const [asking, setAsking] = useState<Asking | null>(null)
  const now = useTrueNow(10_000)
  useHeadingAfter()
  const opens = opensAt(waiting, now)
  const start = usePermission('preparedBatchStart')
  const discard = usePermission('preparedBatchDiscard')
  const asks = needsPerson(waiting)
  const lamp = asks ? (
    <Lamp state="needs-you" word="Waits for your decision" />
  ) : (
    <Lamp state="waiting" word="Starts by itself" />
  )
  return (
    <Section title={titleOf(waiting, now)} facts={lamp}>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div className="flex max-w-[72ch] flex-col gap-1">
          <p>
            {reasonsOf(waiting).join(' ')} {asks && howItWent(batch)}
            {batchId && !isHere && (
              <>
                {' '}
                <Link to={paths.batch(batchId)}>Open {batch?.name ?? 'that batch'}</Link>
              </>
            )}
          </p>
          <p className="text-label text-pretty text-muted">
            {asks && until !== null && (
              <>
                {opens !== null && `Calling hours open for them ${dayedTime(opens, now)}. `}
                They are held back until you decide, and discarded after <Time at={until} show="day-and-time" />.
              </>
            )}
            {!asks &&
              startsAt === null &&
              'Switchboard runs all checks again first. If the batch is cancelled, it asks you instead.'}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button disabledReason={discard.reason} onClick={() => setAsking('discard')}>
            Discard them
          </Button>
          {(asks || opens !== null) && (
            <Button
              variant={opens === null ? 'primary' : undefined}
              disabledReason={start.reason}
              onClick={() => setAsking('start')}
            >
              {waiting.length > 1
                ? `Call the next ${number(calls)}`
                : `Call the other ${number(callsIn(waiting))}${opens === null ? '' : ' now'}`}
            </Button>
          )}
          {asks && opens !== null && (
            <Button variant="primary" disabledReason={start.reason} onClick={() => setAsking('schedule')}>
              {continueInWords(opens, now)}
            </Button>
          )}
        </div>
      </div>
      <Suspense>
        {asking && <PreparedBatchConfirm waiting={waiting} asking={asking} onClose={() => setAsking(null)} />}
      </Suspense>
    </Section>
  )
}

interface AllProps {
  prepared: readonly PreparedBatch[]
  batches: readonly KnownBatch[]
  /** The batch whose page this is: only those of its launch are shown. */
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
