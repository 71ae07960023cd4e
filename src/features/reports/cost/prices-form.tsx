/** The team's own prices of a minute and a message. Everybody sees them. Administrators change them. */
import { useState } from 'react'
import { CountryChoice } from '#components/phone/country-choice.tsx'
import { type Billing, billings, CallPrices, priceLimits } from '#contract/index.ts'
import { SettingForm } from '#kit/actions/setting-form.tsx'
import { countryName } from '#phone/country.ts'
import { Button } from '#ui/forms/button.tsx'
import { RadioGroup } from '#ui/forms/choice.tsx'
import { NumberField, TextField } from '#ui/forms/text-field.tsx'

const billingLabels: Record<Billing, string> = { second: 'Per second', minute: 'Per started minute' }

/** What is in the fields; null: empty or not a number. */
interface Typed extends Omit<CallPrices, 'countries'> {
  countries: readonly { country: string; perMinute: number | null }[]
}

const priceProblem = (value: number | null, isRequired = false): string | null => {
  if (value === null) return isRequired ? 'Enter a price, or remove the country.' : null
  return value >= 0 && value <= priceLimits.price ? null : `A price is between 0 and ${priceLimits.price}.`
}

interface PriceProps {
  label: string
  hint?: string
  value: number | null
  onChange: (value: number | null) => void
  isRequired?: boolean
}

const PriceField = ({ isRequired, ...props }: PriceProps) => (
  <NumberField {...props} min={0} max={priceLimits.price} step={0.001} error={priceProblem(props.value, isRequired)} />
)

/** Prices of countries that differ, one line for each. */
function CountryPrices({ typed, onChange }: { typed: Typed; onChange: (countries: Typed['countries']) => void }) {
  const { countries } = typed
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 font-medium">Prices by country</legend>
      {countries.map(({ country, perMinute }) => (
        <div key={country} className="grid max-w-md grid-cols-[minmax(0,1fr)_auto] items-end gap-2">
          <PriceField
            label={`Price per minute: ${countryName(country)}`}
            value={perMinute}
            isRequired
            onChange={(next) =>
              onChange(countries.map((one) => (one.country === country ? { country, perMinute: next } : one)))
            }
          />
          <Button
            aria-label={`Remove ${countryName(country)}`}
            onClick={() => onChange(countries.filter((one) => one.country !== country))}
          >
            Remove
          </Button>
        </div>
      ))}
      <div className="max-w-md">
        <CountryChoice
          // A new field after each choice, so that it is empty again.
          key={countries.length}
          label="Add a country"
          value={null}
          onChange={(country) => {
            if (country !== null && !countries.some((one) => one.country === country))
              onChange([...countries, { country, perMinute: typed.perMinute }])
          }}
        />
      </div>
    </fieldset>
  )
}

export function PricesForm({ saved }: { saved: CallPrices }) {
  const [typed, setTyped] = useState<Typed | null>(null)
  const values = typed ?? saved
  const change = (next: Partial<Typed>) => setTyped({ ...values, ...next })
  const { data } = CallPrices.safeParse(values)
  return (
    <SettingForm
      title="Prices"
      intro="The service does not report what calls cost. With your own prices, Switchboard estimates the cost of the calls and messages of this workspace. Calls of batches belong to no workspace, so each workspace counts them. Changing a price also changes the cost shown for past periods. It affects nothing else."
      what="prices"
      command="callPricesChange"
      values={data ?? null}
      isChanged={JSON.stringify(values) !== JSON.stringify(saved)}
      onReset={() => setTyped(null)}
      onSaved={() => setTyped(null)}
    >
      <div className="grid max-w-2xl gap-4 sm:grid-cols-3">
        <TextField
          label="Currency"
          hint="Shown after amounts, for example EUR or $."
          value={values.currency}
          maxLength={priceLimits.currencyLength}
          onChange={(currency) => change({ currency })}
        />
        <PriceField
          label="Price per minute"
          hint="For countries not listed below."
          value={values.perMinute}
          onChange={(perMinute) => change({ perMinute })}
        />
        <PriceField
          label="Price per message"
          hint="For each message sent after approval."
          value={values.perMessage}
          onChange={(perMessage) => change({ perMessage })}
        />
      </div>
      <RadioGroup<Billing>
        label="How calls are charged"
        value={values.billing}
        options={billings.map((value) => ({ value, label: billingLabels[value] }))}
        onChange={(billing) => change({ billing })}
      />
      <CountryPrices typed={values} onChange={(countries) => change({ countries })} />
    </SettingForm>
  )
}
