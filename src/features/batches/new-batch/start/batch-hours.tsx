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
import { dispatch } from '../state/new-batch-store.ts'
import { maxReasonLength } from './reason-form.tsx'
import * as texts from './texts.tsx'

const save = (hours: BatchHours | null) => void dispatch({ type: 'planned', plan: { hours } })

/** Moves the focus from the button, which the form replaces. */
const focus = (field: HTMLInputElement | null) => field?.focus()

interface FormProps {
  /** Initial values. */
  hours: TimesAndDays
  reason: string
  onDone: () => void
}

/** Asks for the reason, except in a simulation. */
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
          save(data)
          onDone()
        }}
      >
        <p className="max-w-[72ch] text-soft">{texts.ownHoursHint}</p>
        <HoursFields hours={typed} onChange={(some) => setTyped({ ...typed, ...some })} firstFieldRef={focus} />
        {!isSimulation && (
          <TextField
            label={texts.ownHoursReasonLabel}
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
              !data && (typed.reason.trim() === '' && !isSimulation ? texts.writeReasonFirst : texts.invalidHours)
            }
          >
            {texts.applyHours}
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
  /** The button that opens the form. */
  opener: (button: HTMLButtonElement | null) => void
}

export const ChosenHours = ({ hours, onChange, opener }: Props) => (
  <Section title={texts.ownHours} facts={<StatusLabel state="waiting" label={hoursInWords(hours)} />}>
    <p className="break-words text-soft">{texts.recordedReason(hours.reason)}</p>
    <div className="mt-2 flex flex-wrap gap-2">
      <Button ref={opener} onClick={onChange}>
        {texts.changeHours}
      </Button>
      <Button onClick={() => save(null)}>{texts.resetHours}</Button>
    </div>
  </Section>
)
