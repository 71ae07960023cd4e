/** Putting a number on the do-not-call list: typed, or the one of a call, a conversation or a row of a batch. */
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useCommand } from '#api/commands.ts'
import { PhoneNumber } from '#components/phone/phone-number.tsx'
import { readTypedNumber } from '#components/phone/typed-number.ts'
import { type Contract, type DoNotCallSource, doNotCallLimits, Refusal, type ResponseOf } from '#contract/index.ts'
import { refusalWords } from '#kit/data/refusal-text.ts'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { usePermission } from '#kit/permissions.ts'
import { groupNumber } from '#phone/group.ts'
import { Button } from '#ui/forms/button.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Lamp } from '#ui/status/lamp.tsx'
import { useTrueNow } from '#ui/time/clock.ts'
import { Time } from '#ui/time/time.tsx'
import { endOfDay } from './entry-words.ts'
import { HeldByBatches } from './held-by-batches.tsx'
import { useTakeBack } from './use-take-back.ts'

type Added = ResponseOf<Contract['doNotCallAdd']>

export const usualReason = 'Asked not to be called'

/** Why, and until when: what is said of one number as of a whole file. */
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
        hint="Your team sees it with your name wherever the number is refused."
        maxLength={doNotCallLimits.reason}
        value={reason}
        onChange={onReason}
        error={errors.reason ?? null}
      />
      <TextField
        label="Last day"
        optional
        type="date"
        hint="Without one the number stays on the list."
        value={day}
        onChange={onDay}
        error={errors.day ?? null}
      />
    </>
  )
}

function AddResult({
  number,
  added: { entry, isNew, batches, additionId },
  isOnPage,
  onClose,
}: {
  number: string
  added: Added
  /** The page of the list is what lies behind. */
  isOnPage: boolean
  onClose: () => void
}) {
  const { takeBack, isPending } = useTakeBack()
  const close = useRef<HTMLButtonElement>(null)
  // The field that had the focus is gone.
  useEffect(() => close.current?.focus(), [])
  return (
    <div className="flex flex-col gap-3">
      <output className="flex flex-col gap-1">
        <Lamp state="done" word={isNew ? 'On the do-not-call list' : 'On the do-not-call list already'} />
        <span>
          Nobody in this workspace can call <span className="whitespace-nowrap">{groupNumber(number)}</span> or have a
          message drafted to it
          {entry.until !== null && (
            <>
              {' '}
              until <Time at={entry.until} show="day-and-time" />
            </>
          )}
          .
          {!isNew && (
            <>
              {' '}
              {entry.operator} added it on <Time at={entry.at} show="day" />: {entry.reason}.
            </>
          )}
        </span>
      </output>
      <HeldByBatches batches={batches} />
      <div className="flex flex-wrap items-center justify-end gap-3">
        {!isOnPage && <Link to={paths.doNotCall()}>Open the do-not-call list</Link>}
        {additionId !== null && (
          <Button pending={isPending} onClick={() => void takeBack(additionId).then((isDone) => isDone && onClose())}>
            Undo
          </Button>
        )}
        <Button ref={close} onClick={onClose}>
          Close
        </Button>
      </div>
    </div>
  )
}

interface Props {
  open: boolean
  onClose: () => void
  /** E.164, where it is known; '': it is typed. */
  number: string
  /** By hand without one. */
  source?: { kind: Exclude<DoNotCallSource, 'import' | 'column'>; id: string } | undefined
}

function Form({ number: known, source, onClose }: Omit<Props, 'open'>) {
  const [typed, setTyped] = useState(known)
  const [reason, setReason] = useState(usualReason)
  const [day, setDay] = useState('')
  const [isTried, setTried] = useState(false)
  const [added, setAdded] = useState<Added | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const { run, isPending, refusal } = useCommand('doNotCallAdd')
  const number = readTypedNumber(typed)
  const end = endOfDay(day, useTrueNow(60_000))
  if (added && number.ok)
    return <AddResult number={number.e164} added={added} isOnPage={source === undefined} onClose={onClose} />
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isPending || !number.ok || !end.ok || reason.trim() === '') return
    const body = { number: number.e164, reason: reason.trim(), until: end.until, ...(source && { source }) }
    run({ body }).then(setAdded, (error: unknown) => {
      // It is shown in the form.
      if (!(error instanceof Refusal)) throw error
    })
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      {known === '' ? (
        <TextField
          ref={input}
          label="Number"
          mono
          inputMode="tel"
          hint="With + and the country code, in any way of writing: +44 7700 900123."
          value={typed}
          onChange={setTyped}
          error={isTried && !number.ok ? number.problem : null}
        />
      ) : (
        <p>
          <PhoneNumber number={known} country="name" />
        </p>
      )}
      <ReasonFields
        reason={reason}
        day={day}
        errors={{
          reason: isTried && reason.trim() === '' ? 'Write the reason.' : undefined,
          day: isTried && !end.ok ? end.problem : undefined,
        }}
        onReason={setReason}
        onDay={setDay}
      />
      {refusal && <ErrorNote words={refusalWords(refusal)} />}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" pending={isPending}>
          Add to do-not-call list
        </Button>
      </div>
    </form>
  )
}

export const AddNumberDialog = ({ open, onClose, ...rest }: Props) => (
  <Dialog open={open} onClose={onClose} title="Do not call this number" width="small">
    {open && <Form {...rest} onClose={onClose} />}
  </Dialog>
)

/** A button that puts a number on the list. Nothing where there is no number. */
export function DoNotCallButton({
  number,
  source,
  size,
  label = 'Do not call',
}: {
  number: string | null
  source: NonNullable<Props['source']>
  size?: 'small'
  label?: ReactNode
}) {
  const [open, setOpen] = useState(false)
  const { reason } = usePermission('doNotCallAdd')
  const known = number === null ? null : readTypedNumber(number)
  if (!known?.ok) return null
  return (
    <>
      <Button size={size} disabledReason={reason} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <AddNumberDialog open={open} onClose={() => setOpen(false)} number={known.e164} source={source} />
    </>
  )
}
