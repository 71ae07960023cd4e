/** Adds a number to the do-not-call list: a typed one, or the number of a call, a conversation or a row of a batch. */
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useCommand } from '#api/commands.ts'
import { PhoneNumber } from '#components/phone/phone-number.tsx'
import { readTypedNumber } from '#components/phone/typed-number.ts'
import { type Contract, type DoNotCallSource, doNotCallLimits, Refusal, type ResponseOf } from '#contract/index.ts'
import { refusalText } from '#kit/data/refusal-text.ts'
import { useShortcut } from '#kit/keyboard/shortcuts.ts'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { usePermission } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { StatusLabel } from '#ui/status/status-label.tsx'
import { useGatewayTime } from '#ui/time/clock.ts'
import { Time } from '#ui/time/time.tsx'
import { endOfDay } from './last-day.ts'
import { StillIncludedNote } from './still-included.tsx'
import * as texts from './texts.tsx'
import { useUndoAddition } from './use-undo-addition.ts'

type Added = ResponseOf<Contract['doNotCallAdd']>

/** The reason and the last day, for one number or for a whole file. */
export function ReasonFields({
  reason,
  day,
  errors,
  onReason,
  onDay,
}: {
  reason: string
  day: string
  errors: { reason?: string | undefined; day?: string | undefined }
  onReason: (reason: string) => void
  onDay: (day: string) => void
}) {
  return (
    <>
      <TextField
        label="Reason"
        hint="Your team sees the reason and your name wherever the number is refused."
        maxLength={doNotCallLimits.reason}
        value={reason}
        onChange={onReason}
        error={errors.reason ?? null}
      />
      <TextField
        label="Last day"
        optional
        type="date"
        hint="Leave this empty to keep the number on the list permanently."
        value={day}
        onChange={onDay}
        error={errors.day ?? null}
      />
    </>
  )
}

function AddResult({
  number,
  added,
  isOnPage,
  onClose,
}: {
  number: string
  added: Added
  /** The dialog was opened on the page of the list. */
  isOnPage: boolean
  onClose: () => void
}) {
  const { entry, isNew, additionId } = added
  const { undo, isPending } = useUndoAddition()
  const closeButton = useRef<HTMLButtonElement>(null)
  // The field that had the focus was removed.
  useEffect(() => closeButton.current?.focus(), [])
  return (
    <div className="flex flex-col gap-3">
      <output className="flex flex-col gap-1">
        <StatusLabel state="done" label={isNew ? 'Added to the do-not-call list' : 'Already on the do-not-call list'} />
        <span>
          {texts.addedEffect(
            <PhoneNumber key={number} number={number} country="none" />,
            entry.until === null ? null : <Time at={entry.until} show="day-and-time" />,
          )}{' '}
          {!isNew && (
            <>
              {entry.operator} added it on <Time at={entry.at} show="day" />: {entry.reason}.
            </>
          )}
        </span>
      </output>
      <StillIncludedNote found={added} numbers={1} />
      <div className="flex flex-wrap items-center justify-end gap-3">
        {!isOnPage && <Link to={paths.doNotCall()}>Open do-not-call list</Link>}
        {additionId !== null && (
          <Button pending={isPending} onClick={() => void undo(additionId).then((isDone) => isDone && onClose())}>
            {texts.undo}
          </Button>
        )}
        <Button ref={closeButton} onClick={onClose}>
          {texts.close}
        </Button>
      </div>
    </div>
  )
}

interface Props {
  open: boolean
  onClose: () => void
  /** In E.164; '' if the person types it. */
  number: string
  /** Without it, the number is added by hand. */
  source?: { kind: Exclude<DoNotCallSource, 'import' | 'column'>; id: string } | undefined
}

function Form({ number: initialNumber, source, onClose }: Omit<Props, 'open'>) {
  const [typed, setTyped] = useState(initialNumber)
  const [reason, setReason] = useState(texts.defaultReason)
  const [day, setDay] = useState('')
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const [added, setAdded] = useState<Added | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const { run, isPending, refusal } = useCommand('doNotCallAdd')
  const number = readTypedNumber(typed)
  const expiry = endOfDay(day, useGatewayTime(60_000))
  if (added && number.ok)
    return <AddResult number={number.e164} added={added} isOnPage={source === undefined} onClose={onClose} />
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setWasSubmitted(true)
    if (isPending || !number.ok || !expiry.ok || reason.trim() === '') return
    const body = { number: number.e164, reason: reason.trim(), until: expiry.until, ...(source && { source }) }
    run({ body }).then(setAdded, (error: unknown) => {
      // The form shows the refusal.
      if (!(error instanceof Refusal)) throw error
    })
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      {initialNumber === '' ? (
        <TextField
          ref={input}
          label="Number"
          inputMode="tel"
          hint="In any format with + and the country code, such as +44 7700 900123."
          value={typed}
          onChange={setTyped}
          error={wasSubmitted && !number.ok ? number.problem : null}
        />
      ) : (
        <p>
          <PhoneNumber number={initialNumber} country="name" />
        </p>
      )}
      <ReasonFields
        reason={reason}
        day={day}
        errors={{
          reason: wasSubmitted && reason.trim() === '' ? texts.enterReason : undefined,
          day: wasSubmitted && !expiry.ok ? expiry.problem : undefined,
        }}
        onReason={setReason}
        onDay={setDay}
      />
      {refusal && <ErrorNote text={refusalText(refusal, true)} />}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button type="submit" variant="primary" pending={isPending}>
          Add to do-not-call list
        </Button>
      </div>
    </form>
  )
}

export const AddNumberDialog = ({ open, onClose, ...rest }: Props) => (
  <Dialog open={open} onClose={onClose} title="Block this number" width="small">
    {open && <Form {...rest} onClose={onClose} />}
  </Dialog>
)

/** A button that adds a number to the list. Shows nothing if the number is not valid. @param shortcut does the same */
export function DoNotCallButton({
  number,
  source,
  size,
  label = 'Block number',
  shortcut,
}: {
  number: string | null
  source: Props['source']
  size?: 'small'
  label?: ReactNode
  shortcut?: 'calls.block'
}) {
  const [open, setOpen] = useState(false)
  const { reason } = usePermission('doNotCallAdd')
  const checkedNumber = number === null ? null : readTypedNumber(number)
  useShortcut('calls.block', () => setOpen(true), shortcut !== undefined && !reason && checkedNumber?.ok === true)
  if (!checkedNumber?.ok) return null
  return (
    <>
      <Button size={size} disabledReason={reason} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <AddNumberDialog open={open} onClose={() => setOpen(false)} number={checkedNumber.e164} source={source} />
    </>
  )
}
