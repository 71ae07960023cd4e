/** When people are called, by the clock where their phone rings. */
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { HoursFields } from '#components/phone/hours-fields.tsx'
import { CallingHours, fitsWords } from '#contract/index.ts'
import { allCountries, countryName } from '#phone/country.ts'
import { Button } from '#ui/forms/button.tsx'
import { Combobox } from '#ui/forms/combobox.tsx'
import { FieldGroup } from '#ui/forms/field.tsx'
import { IconButton } from '#ui/forms/icon-button.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { RuleForm } from './rule-form.tsx'

type ClosedDay = CallingHours['closedDays'][number]

const countries = allCountries.toSorted((one, other) => countryName(one).localeCompare(countryName(other)))

const isSame = (one: ClosedDay, other: ClosedDay) => one.date === other.date && one.country === other.country
const inOrder = (one: ClosedDay, other: ClosedDay) =>
  one.date.localeCompare(other.date) || (one.country ?? '').localeCompare(other.country ?? '')
/** A date is the same day wherever it is read. */
const dateInWords = (date: string) =>
  new Date(date).toLocaleDateString(undefined, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })
const dayInWords = ({ date, country }: ClosedDay) =>
  `${dateInWords(date)}, ${country === null ? 'every country' : countryName(country)}`

interface DaysProps {
  days: readonly ClosedDay[]
  onChange: (days: ClosedDay[]) => void
}

function ClosedDays({ days, onChange }: DaysProps) {
  const [date, setDate] = useState('')
  const [country, setCountry] = useState<string | null>(null)
  const add = () => {
    const day = { date, country }
    onChange([...days.filter((other) => !isSame(day, other)), day].toSorted(inOrder))
    setDate('')
  }
  return (
    <FieldGroup label="Days without calls" optional hint="Public holidays and other days on which nobody is called.">
      {days.length > 0 && (
        <ul className="flex flex-col gap-1" aria-label="Days without calls">
          {days.map((day) => (
            <li key={`${day.date} ${day.country}`} className="flex items-center gap-1">
              {dayInWords(day)}
              <IconButton
                icon={X}
                size="small"
                label={`Remove ${dayInWords(day)}`}
                onClick={() => onChange(days.filter((other) => !isSame(day, other)))}
              />
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-end gap-2">
        <TextField type="date" label="Day" value={date} onChange={setDate} />
        <div className="min-w-44 flex-1 sm:max-w-64">
          <Combobox
            label="Country"
            items={countries}
            value={country}
            onChange={setCountry}
            textOf={countryName}
            keyOf={(iso) => iso}
            fits={fitsWords}
            none="No country has this name."
            placeholder="Every country"
          />
        </div>
        <Button disabledReason={date === '' && 'Choose a day first.'} onClick={add}>
          Add day
        </Button>
      </div>
    </FieldGroup>
  )
}

export function CallingHoursForm({ hours }: { hours: CallingHours }) {
  const [changes, setChanges] = useState<Partial<CallingHours>>({})
  const typed = { ...hours, ...changes }
  const change = (some: Partial<CallingHours>) => setChanges({ ...changes, ...some })
  const { data } = CallingHours.safeParse(typed)
  return (
    <RuleForm
      title="Calling hours"
      intro="By the clock where the phone rings. A number that may be in several time zones is called only while all of them are inside these hours. A batch that reaches people outside them needs a reason."
      rules={data ? { hours: data } : null}
      changed={JSON.stringify(typed) !== JSON.stringify(hours)}
      onReset={() => setChanges({})}
    >
      <HoursFields hours={typed} onChange={change} />
      <ClosedDays days={typed.closedDays} onChange={(closedDays) => change({ closedDays })} />
    </RuleForm>
  )
}
