/** The team's own prices of a minute and a message. Everybody sees them. Administrators change them. */
import { useState } from 'react'
import { load, read, useRead } from '#api/reads.ts'
import { CountryChoice } from '#components/phone/country-choice.tsx'
import { type Billing, billings, CallPrices, priceLimits } from '#contract/index.ts'
import { DataView } from '#kit/data/data-view.tsx'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { countryName } from '#phone/country.ts'
import { Button } from '#ui/forms/button.tsx'
import { RadioGroup } from '#ui/forms/choice.tsx'
import { NumberField, TextField } from '#ui/forms/text-field.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { SettingForm } from '../shared/setting-form.tsx'
import * as texts from './texts.ts'

/** What is in the fields; null: empty or not a number. */
interface Typed extends Omit<CallPrices, 'countries'> {
  countries: readonly { country: string; perMinute: number | null }[]
}

const priceProblem = (value: number | null, isRequired = false): string | null => {
  if (value === null) return isRequired ? texts.priceRequired : null
  return value >= 0 && value <= priceLimits.price ? null : texts.priceRange(priceLimits.price)
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
      <legend className="mb-2 font-medium">{texts.countriesLegend}</legend>
      {countries.map(({ country, perMinute }) => (
        <div key={country} className="grid max-w-md grid-cols-[minmax(0,1fr)_auto] items-end gap-2">
          <PriceField
            label={texts.countryPrice(countryName(country))}
            value={perMinute}
            isRequired
            onChange={(next) =>
              onChange(countries.map((one) => (one.country === country ? { country, perMinute: next } : one)))
            }
          />
          <Button
            aria-label={texts.removeCountry(countryName(country))}
            onClick={() => onChange(countries.filter((one) => one.country !== country))}
          >
            {texts.remove}
          </Button>
        </div>
      ))}
      <div className="max-w-md">
        <CountryChoice
          // A new field after each choice, so that it is empty again.
          key={countries.length}
          label={texts.addCountry}
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

function PricesForm({ saved }: { saved: CallPrices }) {
  const [typed, setTyped] = useState<Typed | null>(null)
  const values = typed ?? saved
  const change = (next: Partial<Typed>) => setTyped({ ...values, ...next })
  const { data } = CallPrices.safeParse(values)
  return (
    <SettingForm
      title={texts.title}
      intro={
        <>
          {texts.intro} <Link to={paths.reports('cost')}>{texts.openCosts}</Link>
        </>
      }
      what={texts.saved}
      command="callPricesChange"
      values={data ?? null}
      isChanged={JSON.stringify(values) !== JSON.stringify(saved)}
      onReset={() => setTyped(null)}
      onSaved={() => setTyped(null)}
    >
      <div className="grid max-w-2xl gap-4 sm:grid-cols-3">
        <TextField
          label={texts.currency}
          hint={texts.currencyHint}
          value={values.currency}
          maxLength={priceLimits.currencyLength}
          onChange={(currency) => change({ currency })}
        />
        <PriceField
          label={texts.perMinute}
          hint={texts.perMinuteHint}
          value={values.perMinute}
          onChange={(perMinute) => change({ perMinute })}
        />
        <PriceField
          label={texts.perMessage}
          hint={texts.perMessageHint}
          value={values.perMessage}
          onChange={(perMessage) => change({ perMessage })}
        />
      </div>
      <RadioGroup<Billing>
        label={texts.billing}
        value={values.billing}
        options={billings.map((value) => ({ value, label: texts.billings[value] }))}
        onChange={(billing) => change({ billing })}
      />
      <CountryPrices typed={values} onChange={(countries) => change({ countries })} />
    </SettingForm>
  )
}

const pricesRead = read('callPricesShow')
export const pricesLoader = () => load(pricesRead)

export const PricesPart = () => (
  <DataView query={useRead(pricesRead)} loading={<SkeletonRows rows={4} columns={2} label={texts.loading} />}>
    {(saved) => <PricesForm saved={saved} />}
  </DataView>
)
