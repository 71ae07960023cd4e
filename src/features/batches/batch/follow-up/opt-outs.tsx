/** People who asked not to be called: a proposal to add them to the do-not-call list. Nothing adds them by itself. */
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useCommand } from '#api/commands.ts'
import { ReasonFields } from '#components/do-not-call/add-number.tsx'
import { endOfDay } from '#components/do-not-call/last-day.ts'
import { StillIncludedNote } from '#components/do-not-call/still-included.tsx'
import * as listTexts from '#components/do-not-call/texts.tsx'
import { useUndoAddition } from '#components/do-not-call/use-undo-addition.ts'
import { PhoneNumber } from '#components/phone/phone-number.tsx'
import { type BatchResults, type Contract, type FollowUp, Refusal, type ResponseOf } from '#contract/index.ts'
import { DataView } from '#kit/data/data-view.tsx'
import { refusalText } from '#kit/data/refusal-text.ts'
import { Link } from '#kit/navigation/link.tsx'
import { usePermission } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'
import { Checkbox } from '#ui/forms/choice.tsx'
import { FieldGroup } from '#ui/forms/field.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { Card } from '#ui/layout/section.tsx'
import { SkeletonText } from '#ui/layout/skeleton.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { StatusLabel } from '#ui/status/status-label.tsx'
import { plural } from '#ui/text/format-number.ts'
import { visible } from '#ui/text/visible-text.tsx'
import { useGatewayTime } from '#ui/time/clock.ts'
import * as texts from './texts.ts'
import { useFollowUp } from './use-follow-up.ts'

type Added = ResponseOf<Contract['doNotCallImport']>

interface Props {
  batchId: string
  onClose: () => void
}

function AddResult({ added, numbers, onClose }: { added: Added; numbers: number; onClose: () => void }) {
  const { undo, isPending } = useUndoAddition()
  const { additionId } = added
  const closeButton = useRef<HTMLButtonElement>(null)
  // The button that had the focus was removed.
  useEffect(() => closeButton.current?.focus(), [])
  return (
    <div className="flex flex-col gap-3">
      <output>
        <StatusLabel
          state="done"
          label={
            added.added === 0
              ? 'These numbers were already on the do-not-call list.'
              : `Added ${plural(added.added, 'person', 'people')} to the do-not-call list.`
          }
        />
      </output>
      <StillIncludedNote found={added} numbers={numbers} />
      <div className="flex flex-wrap justify-end gap-2">
        {additionId !== null && (
          <Button pending={isPending} onClick={() => void undo(additionId).then((isDone) => isDone && onClose())}>
            {listTexts.undo}
          </Button>
        )}
        <Button ref={closeButton} onClick={onClose}>
          {listTexts.close}
        </Button>
      </div>
    </div>
  )
}

function Form({ batchId, followUp, onClose }: Props & { followUp: FollowUp }) {
  const { rows: asked, unlisted } = followUp.askedNotToBeCalled
  const rows = asked + followUp.mayHaveAsked.rows
  // What may mean something else is proposed, but nobody is added for it unless a person says so.
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(
    () => new Set(unlisted.filter(({ isUnclear }) => isUnclear).map(({ number }) => number)),
  )
  const [reason, setReason] = useState(listTexts.defaultReason)
  const [day, setDay] = useState('')
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const { run, isPending, refusal } = useCommand('doNotCallImport')
  const [result, setResult] = useState<{ added: Added; numbers: number } | null>(null)
  const expiry = endOfDay(day, useGatewayTime(60_000))
  const chosen = unlisted.filter(({ number }) => !excluded.has(number))
  const toggle = (number: string, isChosen: boolean) => {
    const next = new Set(excluded)
    if (isChosen) next.delete(number)
    else next.add(number)
    setExcluded(next)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setWasSubmitted(true)
    if (isPending || chosen.length === 0 || reason.trim() === '' || !expiry.ok) return
    const upload = {
      reason: reason.trim(),
      source: 'batch_row' as const,
      sourceId: batchId,
      ...(expiry.until !== undefined && { until: expiry.until }),
    }
    const file = new Blob([`phone_number\n${chosen.map(({ number }) => number).join('\n')}\n`], { type: 'text/csv' })
    const numbers = chosen.length
    run({ upload, file }).then(
      (added) => setResult({ added, numbers }),
      (error: unknown) => {
        // The form shows the refusal.
        if (!(error instanceof Refusal)) throw error
      },
    )
  }
  const showRows = (
    <Link to={`?outcome=${asked > 0 ? 'do_not_call' : 'maybe_do_not_call'}`} preventScrollReset onClick={onClose}>
      Show their calls
    </Link>
  )
  if (result) return <AddResult {...result} onClose={onClose} />
  if (unlisted.length === 0)
    return (
      <div className="flex flex-col gap-3">
        <p>
          {rows === 1
            ? 'This person is on the do-not-call list.'
            : `All ${plural(rows, 'person', 'people')} are on the do-not-call list.`}
        </p>
        <div className="flex flex-wrap items-center justify-end gap-3">
          {showRows}
          <Button onClick={onClose}>{listTexts.close}</Button>
        </div>
      </div>
    )
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <p className="text-muted">
        A guess rests on a sentence in the transcript of the call. Clear the box of whoever did not ask for it.{' '}
        {showRows}
      </p>
      <div className="max-h-60 overflow-y-auto">
        <FieldGroup label="Asked not to be called">
          {unlisted.map(({ number, name, isGuess, isUnclear }) => (
            <Checkbox
              key={number}
              label={
                <>
                  {visible(name)} <PhoneNumber number={number} country="none" />
                </>
              }
              hint={
                isUnclear ? 'Unclear: look at what they said, then choose.' : isGuess ? texts.guessed(1, 1) : undefined
              }
              checked={!excluded.has(number)}
              onChange={(isChosen) => toggle(number, isChosen)}
            />
          ))}
        </FieldGroup>
      </div>
      <ReasonFields
        reason={reason}
        day={day}
        errors={{
          reason: wasSubmitted && reason.trim() === '' ? listTexts.enterReason : undefined,
          day: wasSubmitted && !expiry.ok ? expiry.problem : undefined,
        }}
        onReason={setReason}
        onDay={setDay}
      />
      {refusal && <ErrorNote text={refusalText(refusal)} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{listTexts.cancel}</Button>
        <Button
          type="submit"
          variant="primary"
          pending={isPending}
          disabledReason={chosen.length === 0 && 'Choose a person first.'}
        >
          {chosen.length === 0
            ? 'Add to do-not-call list'
            : `Add ${plural(chosen.length, 'person', 'people')} to the do-not-call list`}
        </Button>
      </div>
    </form>
  )
}

function OptOutForm(props: Props) {
  return (
    <DataView query={useFollowUp(props.batchId)} loading={<SkeletonText lines={4} label={texts.loading} />}>
      {(followUp) => <Form {...props} followUp={followUp} />}
    </DataView>
  )
}

/** Nothing if nobody asked. */
export function OptOuts({ batchId, outcomes }: { batchId: string; outcomes: BatchResults['outcomes'] }) {
  const { do_not_call: rows = 0, maybe_do_not_call: unclear = 0 } = outcomes
  const [isOpen, setIsOpen] = useState(false)
  const { reason } = usePermission('doNotCallImport')
  const close = () => setIsOpen(false)
  if (rows + unclear === 0) return null
  return (
    <Card flush>
      <div className="flex min-h-row flex-wrap items-center gap-x-4 gap-y-1 px-3 py-1">
        <p className="min-w-0 flex-1 basis-80 text-label text-muted">{texts.optOuts(rows, unclear)}</p>
        <Button size="small" disabledReason={reason} onClick={() => setIsOpen(true)}>
          Add to do-not-call list
        </Button>
      </div>
      <Dialog open={isOpen} onClose={close} title="Add people to the do-not-call list">
        {isOpen && <OptOutForm batchId={batchId} onClose={close} />}
      </Dialog>
    </Card>
  )
}
