/** The rules about whom this workspace may call, when and how often. Everybody sees them. Administrators change them. */
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { load, read, useRead } from '#api/reads.ts'
import { CountryChoice } from '#components/phone/country-choice.tsx'
import { ContactLimits, SecondPerson } from '#contract/index.ts'
import { SettingForm } from '#kit/actions/setting-form.tsx'
import { DataView } from '#kit/data/data-view.tsx'
import { countryName } from '#phone/country.ts'
import { Checkbox } from '#ui/forms/choice.tsx'
import { IconButton } from '#ui/forms/icon-button.tsx'
import { NumberField } from '#ui/forms/text-field.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { wholeNumber } from '../shared/texts.tsx'
import { CallingHoursForm } from './calling-hours.tsx'
import * as texts from './texts.ts'

/** The largest batch without approval, in people, when the rule is turned on. */
const defaultThreshold = 1_000
const maxThreshold = 200_000

function SecondPersonForm({ approval }: { approval: SecondPerson }) {
  const [typed, setTyped] = useState<{ isOn?: boolean; above?: number | null }>({})
  const { isOn, above } = { isOn: approval.above !== null, above: approval.above ?? defaultThreshold, ...typed }
  const { data } = SecondPerson.safeParse({ above: isOn ? above : null })
  const isValid = !isOn || (data !== undefined && above !== null)
  return (
    <SettingForm
      title="Second approval"
      intro="A batch waits for up to seven days until another campaign manager or administrator approves it, if it calls more people than this, alone or together with what the same person started in the last 24 hours. Nobody can approve their own batch. At least two people must be able to start batches."
      what="approval rule"
      command="callingRulesChange"
      values={isValid && data ? { approval: data } : null}
      isChanged={(isOn ? above : null) !== approval.above}
      onReset={() => setTyped({})}
    >
      <Checkbox
        label="Large batches need approval by a second person"
        checked={isOn}
        onChange={(next) => setTyped({ ...typed, isOn: next })}
      />
      {isOn && (
        <div className="grid gap-4 sm:grid-cols-2">
          <NumberField
            label="Maximum people in a batch without approval"
            min={1}
            max={maxThreshold}
            value={above}
            onChange={(next) => setTyped({ ...typed, above: next })}
            error={isValid ? null : wholeNumber(1, maxThreshold)}
          />
        </div>
      )}
    </SettingForm>
  )
}

const maxCalls = 100
const problemOf = (value: number | null) =>
  value !== null && Number.isInteger(value) && value >= 1 && value <= maxCalls ? null : wholeNumber(1, maxCalls)

function ContactLimitsForm({ limits }: { limits: ContactLimits }) {
  const [typed, setTyped] = useState<{ perDay?: number | null; perWeek?: number | null }>({})
  const { perDay, perWeek } = { ...limits, ...typed }
  const { data } = ContactLimits.safeParse({ perDay, perWeek })
  return (
    <SettingForm
      title="Contact limits"
      intro="A batch leaves out people who were already called this often, unless the person who starts it gives a reason. Call-backs within a batch and calls that reached nobody do not count. A single call only shows a warning."
      what="contact limits"
      command="callingRulesChange"
      values={data ? { limits: data } : null}
      isChanged={perDay !== limits.perDay || perWeek !== limits.perWeek}
      onReset={() => setTyped({})}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField
          label="Maximum calls to one person in 24 hours"
          min={1}
          max={maxCalls}
          value={perDay}
          onChange={(next) => setTyped({ ...typed, perDay: next })}
          error={problemOf(perDay)}
        />
        <NumberField
          label="Maximum calls to one person in 7 days"
          min={1}
          max={maxCalls}
          value={perWeek}
          onChange={(next) => setTyped({ ...typed, perWeek: next })}
          error={problemOf(perWeek)}
        />
      </div>
    </SettingForm>
  )
}

function CalledCountriesForm({ countries }: { countries: readonly string[] }) {
  const [changed, setChanged] = useState<readonly string[] | null>(null)
  const chosen = changed ?? countries
  return (
    <SettingForm
      title={texts.calledCountries}
      intro="If nearly all numbers without a country code in a file fit one of these countries, the page proposes it. A person decides. Calls to other countries stay possible."
      what="countries"
      command="callingRulesChange"
      values={{ countries: [...chosen] }}
      isChanged={chosen.join() !== countries.join()}
      onReset={() => setChanged(null)}
    >
      {chosen.length > 0 && (
        <ul className="flex flex-col gap-1" aria-label={texts.calledCountries}>
          {chosen.map((iso) => (
            <li key={iso} className="flex items-center gap-1">
              {countryName(iso)}
              <IconButton
                icon={X}
                size="small"
                label={`Remove ${countryName(iso)}`}
                onClick={() => setChanged(chosen.filter((other) => other !== iso))}
              />
            </li>
          ))}
        </ul>
      )}
      <div className="max-w-64">
        {/* A choice is added to the list, so the field starts anew. */}
        <CountryChoice
          key={chosen.length}
          label="Add country"
          value={null}
          onChange={(iso) => iso !== null && setChanged([...chosen.filter((other) => other !== iso), iso])}
        />
      </div>
    </SettingForm>
  )
}

const rulesRead = read('callingRulesShow')
export const callingRulesLoader = () => load(rulesRead)

export const CallingRulesPart = () => (
  <DataView query={useRead(rulesRead)} loading={<SkeletonRows rows={4} columns={2} label="Loading calling rules…" />}>
    {({ limits, hours, approval, countries = [] }) => (
      <div className="flex flex-col gap-4">
        <ContactLimitsForm limits={limits} />
        <CallingHoursForm hours={hours} />
        <SecondPersonForm approval={approval} />
        <CalledCountriesForm countries={countries} />
      </div>
    )}
  </DataView>
)
