/** What still includes numbers just added to the do-not-call list: batches, which can be continued without them, and waiting drafts. */
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useCommand } from '#api/commands.ts'
import type { ContactedBy, StillIncluded } from '#contract/index.ts'
import { Confirm } from '#kit/actions/confirm.tsx'
import { continueState } from '#kit/navigation/continue-batch.ts'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { usePermission } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'
import { StatusLabel } from '#ui/status/status-label.tsx'
import { number, plural } from '#ui/text/format-number.ts'
import { visible } from '#ui/text/visible-text.tsx'
import { Ago, Time } from '#ui/time/time.tsx'
import * as texts from './texts.tsx'

const statuses = {
  running: { state: 'live', label: 'Running' },
  scheduled: { state: 'waiting', label: 'Scheduled' },
  held_back: { state: 'waiting', label: 'Held back' },
  unknown: { state: 'unknown', label: 'Not confirmed' },
} as const
const hasStatus = (state: string): state is keyof typeof statuses => Object.hasOwn(statuses, state)

interface CancelProps {
  batchId: string
  name: string
  isScheduled: boolean
  /** Whether several numbers were added. */
  areMany: boolean
  onCancelled: () => void
}

function CancelAndContinue({ batchId, name, isScheduled, areMany, onCancelled }: CancelProps) {
  const [open, setOpen] = useState(false)
  const { reason } = usePermission('batchCancel')
  const mayContinue = usePermission('launchStart').reason === ''
  const { run } = useCommand('batchCancel')
  return (
    <>
      <Button size="small" disabledReason={reason} onClick={() => setOpen(true)}>
        {mayContinue ? (
          <>
            Cancel<span className="sr-only"> {name}</span> and continue{' '}
            {areMany ? 'without these people' : 'without this number'}
          </>
        ) : (
          `Cancel calls in ${name}`
        )}
      </Button>
      <Confirm
        open={open}
        onClose={() => setOpen(false)}
        title={`Cancel the remaining calls in ${name}?`}
        cancelLabel={isScheduled ? 'Keep scheduled' : 'Keep calling'}
        action="Cancel remaining calls"
        tone="danger"
        run={(key) => run({ params: { batchId }, key })}
        onDone={() => {
          setOpen(false)
          onCancelled()
        }}
      >
        <p>
          {[
            isScheduled
              ? 'Nobody in the batch is called at its scheduled time.'
              : 'Calls in progress will finish. Nobody else in the batch is called.',
            mayContinue
              ? `A new batch then opens with the people who were never called. Leave ${areMany ? 'these people' : 'this number'} out there: a start that includes ${areMany ? 'one of them' : 'it'} is refused. The new batch calls nobody until you start it${isScheduled ? ', and you choose its time again' : ''}.`
              : 'Somebody who may start batches can then continue with the people who were never called.',
          ].join(' ')}
        </p>
      </Confirm>
    </>
  )
}

interface BatchLineProps {
  entry: ContactedBy
  areMany: boolean
  /** Whether the page may be left for the new batch as soon as the remaining calls are cancelled. */
  isOnly: boolean
}

function BatchLine({ entry: { state, batch, people }, areMany, isOnly }: BatchLineProps) {
  const [isCancelled, setCancelled] = useState(false)
  const mayContinue = usePermission('launchStart').reason === ''
  const navigate = useNavigate()
  const { batchId = null, name = '' } = batch ?? {}
  const batchPath = batchId === null ? '' : paths.batch(batchId)
  const onCancelled = () => {
    setCancelled(true)
    if (isOnly && mayContinue) void navigate(batchPath, { state: continueState })
  }
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      {isCancelled ? (
        <StatusLabel state="off" label="Cancelled" />
      ) : (
        hasStatus(state) && <StatusLabel {...statuses[state]} />
      )}
      <span className="min-w-0 flex-1 basis-40 break-words">
        <span translate="no" dir="auto">
          {batchId === null ? visible(name) : <Link to={batchPath}>{visible(name)}</Link>}
        </span>
        {areMany && <span className="text-soft"> · {number(people)} of these numbers</span>}
        {state === 'held_back' && (
          <span className="text-soft">
            {' '}
            · {areMany ? 'They are' : 'This number is'} left out when the remaining calls start.
          </span>
        )}
        {state === 'unknown' && (
          <span className="text-soft"> · The service did not confirm its start. It may be calling.</span>
        )}
      </span>
      {(state === 'running' || state === 'scheduled') &&
        batchId !== null &&
        (isCancelled ? (
          mayContinue && (
            <Link to={batchPath} state={continueState}>
              Continue {areMany ? 'without these people' : 'without this number'}
            </Link>
          )
        ) : (
          <CancelAndContinue
            batchId={batchId}
            name={name}
            isScheduled={state === 'scheduled'}
            areMany={areMany}
            onCancelled={onCancelled}
          />
        ))}
    </li>
  )
}

function Batches({ found, areMany }: { found: StillIncluded; areMany: boolean }) {
  const { batches, batchCount, otherBatches, otherBatchCount } = found
  return (
    <div>
      <p>
        {batchCount === 0
          ? `No batch that was started here will still call ${areMany ? 'one of these numbers' : 'the number'}.`
          : texts.batchesWithNumbers(batchCount, areMany)}
      </p>
      {batches.length > 0 && (
        <ul
          aria-label={`Batches that include ${areMany ? 'these numbers' : 'the number'}`}
          className="max-h-60 divide-y divide-line overflow-y-auto"
        >
          {batches.map((entry) => (
            <BatchLine
              key={`${entry.batch?.batchId}/${entry.state}/${entry.at}`}
              entry={entry}
              areMany={areMany}
              isOnly={batchCount === 1}
            />
          ))}
        </ul>
      )}
      {batchCount > batches.length && <p className="text-label text-muted">{texts.firstNamed(batches.length)}</p>}
      {otherBatchCount > 0 && (
        <p className="text-label text-muted">
          {texts.otherBatches(otherBatchCount, areMany)}{' '}
          {otherBatches.slice(0, maxOtherBatches).map(({ batchId, name }, index) => (
            <span key={batchId} translate="no">
              {index > 0 && ', '}
              <Link to={paths.batch(batchId)}>{visible(name)}</Link>
            </span>
          ))}
          {otherBatchCount > maxOtherBatches && ` and ${number(otherBatchCount - maxOtherBatches)} more`}
        </p>
      )}
    </div>
  )
}
const maxOtherBatches = 5

function Drafts({ found, areMany }: { found: StillIncluded; areMany: boolean }) {
  const { drafts, draftCount, conversations } = found
  const { read, readAt, unread, listed } = conversations
  return (
    <div>
      <p>
        {draftCount > 0
          ? texts.waitingDrafts(draftCount, areMany)
          : read === 0
            ? `Whether a draft to ${areMany ? 'one of these numbers' : 'the number'} waits for review is not known: no conversation has been read.`
            : `No draft to ${areMany ? 'one of these numbers' : 'the number'} waits in the ${plural(read, 'conversation', 'conversations')} that Switchboard has read.`}{' '}
        {readAt !== null && (
          <span className="text-muted">
            {texts.conversationsRead(draftCount > 0 ? read : null, <Ago at={readAt} />)}
          </span>
        )}
      </p>
      {drafts.length > 0 && (
        <ul
          aria-label={`Waiting drafts to ${areMany ? 'these numbers' : 'the number'}`}
          className="max-h-48 divide-y divide-line overflow-y-auto"
        >
          {drafts.map(({ conversationId, messageId, customerName, message, createdAt }) => (
            <li key={messageId} className="py-1.5">
              <Link to={paths.review({ conversation: conversationId, message: messageId })}>
                {customerName ? (
                  <>
                    Draft to <bdi translate="no">{customerName}</bdi>
                  </>
                ) : (
                  'Draft'
                )}
                , <Time at={createdAt} show="day-and-time" />
              </Link>
              <span translate="no" dir="auto" className="line-clamp-1 text-label break-all text-soft">
                {visible(message)}
              </span>
            </li>
          ))}
        </ul>
      )}
      {draftCount > drafts.length && <p className="text-label text-muted">{texts.firstNamed(drafts.length)}</p>}
      {unread > 0 && (
        <p className="text-label text-muted">
          {plural(unread, 'conversation has', 'conversations have')} not been read yet, so drafts in{' '}
          {unread === 1 ? 'it' : 'them'} are not known.
        </p>
      )}
      {!listed && (
        <p className="text-label text-muted">The service does not list its conversations, so there may be others.</p>
      )}
    </div>
  )
}

/** @param numbers how many numbers were added */
export function StillIncludedNote({ found, numbers }: { found: StillIncluded; numbers: number }) {
  const areMany = numbers > 1
  return (
    <>
      <Batches found={found} areMany={areMany} />
      <Drafts found={found} areMany={areMany} />
    </>
  )
}
