/** Fields for the times and weekdays in which people are called. */
import type { CallingHours } from '#contract/index.ts'
import { Checkbox } from '#ui/forms/choice.tsx'
import { FieldGroup } from '#ui/forms/field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'

export type TimesAndDays = Pick<CallingHours, 'from' | 'until' | 'weekdays'>

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'].map((label, at) => ({
  day: at + 1,
  label,
}))
const endOfDay = '24:00'
const midnight = '00:00'

interface Props {
  /** As typed; a time may be ''. */
  hours: TimesAndDays
  onChange: (hours: Partial<TimesAndDays>) => void
  /** The first field. */
  first?: (field: HTMLInputElement | null) => void
}

export function HoursFields({ hours: { from, until, weekdays: days }, onChange, first }: Props) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField type="time" label="From" ref={first} value={from} onChange={(time) => onChange({ from: time })} />
        <TextField
          type="time"
          label="Until"
          hint="12 midnight (00:00) is the end of the day."
          value={until === endOfDay ? midnight : until}
          onChange={(time) => onChange({ until: time === midnight ? endOfDay : time })}
          error={from !== '' && until !== '' && from >= until ? 'The hours must end later than they begin.' : null}
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
                  weekdays: [...days.filter((other) => other !== day), ...(checked ? [day] : [])].toSorted(
                    (one, other) => one - other,
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
