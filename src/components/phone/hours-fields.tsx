/** Fields for the times and weekdays of calling hours. */
import type { CallingHours } from '#contract/index.ts'
import { Checkbox } from '#ui/forms/choice.tsx'
import { FieldGroup } from '#ui/forms/field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { withLocalClock } from '#ui/time/format-time.ts'
import * as texts from './texts.ts'

export type TimesAndDays = Pick<CallingHours, 'from' | 'until' | 'weekdays'>

/** ISO weekdays: 1 is Monday. */
const weekdays = texts.weekdays.map((label, index) => ({ day: index + 1, label }))
const endOfDay = '24:00'
const midnight = '00:00'

interface Props {
  /** As entered; a time may be ''. */
  hours: TimesAndDays
  onChange: (hours: Partial<TimesAndDays>) => void
  /** Receives the first field, so that the caller can focus it. */
  firstFieldRef?: (field: HTMLInputElement | null) => void
}

export function HoursFields({ hours: { from, until, weekdays: days }, onChange, firstFieldRef }: Props) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          type="time"
          label="From"
          ref={firstFieldRef}
          value={from}
          onChange={(time) => onChange({ from: time })}
        />
        <TextField
          type="time"
          label="Until"
          hint={
            from === midnight && until === endOfDay
              ? 'At any hour: the day from its start to its end.'
              : withLocalClock('Enter midnight, 00:00, for the end of the day.')
          }
          value={until === endOfDay ? midnight : until}
          onChange={(time) => onChange({ until: time === midnight ? endOfDay : time })}
          error={from !== '' && until !== '' && from >= until ? 'The end must be later than the start.' : null}
        />
      </div>
      <FieldGroup label="Weekdays" error={days.length === 0 ? 'Choose at least one day.' : null}>
        <div className="flex flex-wrap gap-x-4 gap-y-1.5">
          {weekdays.map(({ day, label }) => (
            <Checkbox
              key={day}
              label={label}
              checked={days.includes(day)}
              onChange={(checked) =>
                onChange({
                  weekdays: [...days.filter((selected) => selected !== day), ...(checked ? [day] : [])].toSorted(
                    (a, b) => a - b,
                  ),
                })
              }
            />
          ))}
        </div>
      </FieldGroup>
    </>
  )
}
