/** The rule that limits calls to certain hours, in the local time of the person called. */
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { HoursFields } from '#components/phone/hours-fields.tsx'
import { CallingHours, fitsWords } from '#contract/index.ts'
import { SettingForm } from '#kit/actions/setting-form.tsx'
import { allCountries, countryName } from '#phone/country.ts'
import { Button } from '#ui/forms/button.tsx'
import { Combobox } from '#ui/forms/combobox.tsx'
import { FieldGroup } from '#ui/forms/field.tsx'
import { IconButton } from '#ui/forms/icon-button.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import * as texts from './texts.ts'

type ClosedDay = CallingHours['closedDays'][number]

const countries = allCountries.toSorted((one, other) => countryName(one).localeCompare(countryName(other)))

const isSame = (one: ClosedDay, other: ClosedDay) => one.date === other.date && one.country === other.country
const byDate = (one: ClosedDay, other: ClosedDay) =>
  one.date.localeCompare(other.date) || (one.country ?? '').localeCompare(other.country ?? '')
/** In UTC, because a date has no time zone. */
const dateText = (date: string) =>
  new Date(date).toLocaleDateString(undefined, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })
const dayText = ({ date, country }: ClosedDay) =>
  `${dateText(date)}, ${country === null ? 'all countries' : countryName(country)}`

interface DaysProps {
  days: readonly ClosedDay[]
  onChange: (days: ClosedDay[]) => void
}

function ClosedDays({ days, onChange }: DaysProps) {
  const [date, setDate] = useState('')
  const [country, setCountry] = useState<string | null>(null)
  const add = () => {
    const day = { date, country }
    onChange([...days.filter((other) => !isSame(day, other)), day].toSorted(byDate))
    setDate('')
  }
  return (
    <FieldGroup label={texts.closedDays} optional hint="Public holidays and other days on which nobody is called.">
      {days.length > 0 && (
        <ul className="flex flex-col gap-1" aria-label={texts.closedDays}>
          {days.map((day) => (
            <li key={`${day.date} ${day.country}`} className="flex items-center gap-1">
              {dayText(day)}
              <IconButton
                icon={X}
                size="small"
                label={`Remove ${dayText(day)}`}
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
            matches={fitsWords}
            noMatches="No country has this name."
            placeholder="All countries"
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
  const change = (newValues: Partial<CallingHours>) => setChanges({ ...changes, ...newValues })
  const { data } = CallingHours.safeParse(typed)
  return (
    <SettingForm
      title="Calling hours"
      intro="The hours are in the local time of the person called. If a number may be in several time zones, it is called only while all of them are inside these hours. Starting a batch that reaches people outside these hours requires a reason."
      what="calling hours"
      command="callingRulesChange"
      values={data ? { hours: data } : null}
      isChanged={JSON.stringify(typed) !== JSON.stringify(hours)}
      onReset={() => setChanges({})}
    >
      <HoursFields hours={typed} onChange={change} />
      <ClosedDays days={typed.closedDays} onChange={(closedDays) => change({ closedDays })} />
    </SettingForm>
  )
}
