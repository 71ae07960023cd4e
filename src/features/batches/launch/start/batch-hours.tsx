/** Calling hours of this batch in place of those of the workspace: which they are and why, and the form that sets them. */
import { useState } from 'react'
import { useSession } from '#api/session.ts'
import { simulationReason } from '#components/batches/texts.tsx'
import { HoursFields, type TimesAndDays } from '#components/phone/hours-fields.tsx'
import { BatchHours, hoursInWords } from '#contract/index.ts'
import { Button } from '#ui/forms/button.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { Section } from '#ui/layout/section.tsx'
import { Lamp } from '#ui/status/lamp.tsx'
import { dispatch } from '../state/launch-store.ts'
import { longestReason, reasonHint } from './reason-form.tsx'

const title = 'Hours of this batch'
const save = (hours: BatchHours | null) => void dispatch({ type: 'planned', plan: { hours } })

/** The button that was pressed has given way to the form. */
const focus = (field: HTMLInputElement | null) => field?.focus()

interface FormProps {
  /** What it begins with. */
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
    <Section title={title}>
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
        <p className="max-w-[72ch] text-soft">
          These hours apply to this batch only, by the clock where the phone rings. The workspace’s days without calls
          still apply.
        </p>
        <HoursFields hours={typed} onChange={(some) => setTyped({ ...typed, ...some })} first={focus} />
        {!isSimulation && (
          <TextField
            label="Reason for other hours"
            hint={reasonHint}
            maxLength={longestReason}
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
              (typed.reason.trim() === '' && !isSimulation ? 'Write a reason first.' : 'These hours cannot be used.')
            }
          >
            Use these hours
          </Button>
          <Button onClick={onDone}>Cancel</Button>
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
  <Section title={title} facts={<Lamp state="waiting" word={hoursInWords(hours)} />}>
    <p className="break-words text-soft">Reason, kept in the audit: {hours.reason}</p>
    <div className="mt-2 flex flex-wrap gap-2">
      <Button ref={opener} onClick={onChange}>
        Change the hours
      </Button>
      <Button onClick={() => save(null)}>Use the usual hours</Button>
    </div>
  </Section>
)
