/** A field for the country of phone numbers that have no country code. */
import { fitsWords } from '#contract/index.ts'
import { allCountries, countryName } from '#phone/country.ts'
import { Combobox } from '#ui/forms/combobox.tsx'

const countries = allCountries.toSorted((a, b) => countryName(a).localeCompare(countryName(b)))

interface Props {
  label: string
  /** ISO 3166 code. */
  value: string | null
  onChange: (country: string | null) => void
}

export const CountryChoice = (props: Props) => (
  <Combobox
    {...props}
    items={countries}
    textOf={countryName}
    keyOf={(iso) => iso}
    matches={fitsWords}
    noMatches="No country has this name."
  />
)
