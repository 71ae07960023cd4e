/** Calling hours of this batch that replace those of the workspace, and the form that sets them. */
import { useState } from 'react'
import { useSession } from '#api/session.ts'
import { simulationReason } from '#components/batches/texts.tsx'
import { HoursFields, type TimesAndDays } from '#components/phone/hours-fields.tsx'
import { BatchHours, hoursInWords } from '#contract/index.ts'
import { Button } from '#ui/forms/button.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { Section } from '#ui/layout/section.tsx'
import { StatusLabel } from '#ui/status/status-label.tsx'
import { withLocalClock } from '#ui/time/format-time.ts'
import { dispatch } from '../state/new-batch-store.ts'
import { maxReasonLength } from './reason-form.tsx'
import * as texts from './texts.tsx'

const saveHours = (hours: BatchHours | null) => void dispatch({ type: 'planned', plan: { hours } })

/** Focuses the form's first field, because the form replaces the button that had the focus. */
const focusField = (field: HTMLInputElement | null) => field?.focus()

interface FormProps {
  /** Initial values. */
  hours: TimesAndDays
  reason: string
  onDone: () => void
}

/** The form for this batch's own calling hours. Asks for a reason, except in a simulation. */
export function BatchHoursForm({ hours, reason, onDone }: FormProps) {
  const isSimulation = useSession().mode === 'simulation'
  const [typed, setTyped] = useState({ from: hours.from, until: hours.until, weekdays: [...hours.weekdays], reason })
  const { data } = BatchHours.safeParse(isSimulation ? { ...typed, reason: simulationReason } : typed)
  return (
    <Section title={texts.ownHours}>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (!data) return
          saveHours(data)
          onDone()
        }}
      >
        <p className="max-w-[72ch] text-soft">
          These hours apply only to this batch, in the local time of each person. Days on which the workspace makes no
          calls still apply.
        </p>
        <HoursFields
          hours={typed}
          onChange={(changes) => setTyped({ ...typed, ...changes })}
          firstFieldRef={focusField}
        />
        {!isSimulation && (
          <TextField
            label="Reason for these hours"
            hint={texts.reasonHint}
            maxLength={maxReasonLength}
            value={typed.reason}
            onChange={(text) => setTyped({ ...typed, reason: text })}
          />
        )}
        <div className="flex flex-wrap gap-2">
          <Button
            type="submit"
            variant="primary"
            disabledReason={
              !data &&
              (typed.reason.trim() === '' && !isSimulation
                ? texts.writeReasonFirst
                : 'Enter both times, with the end after the start, and choose at least one day.')
            }
          >
            Use these hours
          </Button>
          <Button onClick={onDone}>{texts.cancel}</Button>
        </div>
      </form>
    </Section>
  )
}

interface Props {
  hours: BatchHours
  onChange: () => void
  /** Receives the button that opens the form. */
  openerRef: (button: HTMLButtonElement | null) => void
}

export const ChosenHours = ({ hours, onChange, openerRef }: Props) => (
  <Section title={texts.ownHours} facts={<StatusLabel state="waiting" label={withLocalClock(hoursInWords(hours))} />}>
    <p className="break-words text-soft">{texts.recordedReason(hours.reason)}</p>
    <div className="mt-2 flex flex-wrap gap-2">
      <Button ref={openerRef} onClick={onChange}>
        Change hours
      </Button>
      <Button onClick={() => saveHours(null)}>Use workspace hours</Button>
    </div>
  </Section>
)
