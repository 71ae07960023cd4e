/** "Call the first 10, then ask me": this is where it asks. Nothing goes on without a word from here. */

import { Suspense, useState } from 'react'
import type { KnownBatch, PreparedBatch } from '#contract/index.ts'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { useMay } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'
import { Section } from '#ui/layout/section.tsx'
import { lazyPart } from '#ui/lazy-part.ts'
import { Lamp } from '#ui/status/lamp.tsx'
import { Time } from '#ui/time/time.tsx'
import type { Asking } from './remainder-confirm.tsx'

/** What asks is loaded with the first press. */
const RestConfirm = lazyPart(() => import('./remainder-confirm.tsx'))

/** How the first ten went, as far as is known. */
function firstTen(batch: KnownBatch | undefined): string {
  const progress = batch?.progress
  if (!progress) return 'How they went is not read yet.'
  const { completed, failed, active, waiting, cancelled } = progress
  const words = [
    completed !== null && `${completed} completed`,
    failed !== null && `${failed} failed`,
    active && `${active} in progress`,
    waiting && `${waiting} waiting`,
    cancelled && `${cancelled} cancelled`,
  ]
  return `Of these ${words.filter(Boolean).join(', ')}.`
}

interface Props {
  rest: PreparedBatch
  batch: KnownBatch | undefined
  isHere: boolean
}

export default function LaunchRemainder({ rest, batch, isHere }: Props) {
  const { batchId, name, calls: count, operator, until } = rest
  const [asking, setAsking] = useState<Asking | null>(null)
  const start = useMay('preparedBatchStart')
  const discard = useMay('preparedBatchDiscard')
  return (
    <Section title={`Call the other ${count} of ${name}?`} facts={<Lamp state="needs-you" word="Waits for a word" />}>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div className="flex max-w-[72ch] flex-col gap-1">
          <p>
            {operator} had the first 10 called
            {batchId && !isHere && <> ({<Link to={paths.batch(batchId)}>look at them</Link>})</>}. {firstTen(batch)}
          </p>
          <p className="text-label text-pretty text-muted">
            Nobody else is called without your word. They wait until <Time at={until} show="day-and-time" />, then they
            are put away.
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button disabledReason={discard.reason} onClick={() => setAsking('discard')}>
            Put them away
          </Button>
          <Button variant="primary" disabledReason={start.reason} onClick={() => setAsking('start')}>
            {`Call the other ${count}`}
          </Button>
        </div>
      </div>
      <Suspense>{asking && <RestConfirm rest={rest} asking={asking} onClose={() => setAsking(null)} />}</Suspense>
    </Section>
  )
}
