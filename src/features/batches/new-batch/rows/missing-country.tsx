/** Repairs of numbers without a country code: the country of each row, that of their own first digits, or one for all. */
import { useState } from 'react'
import { CountryChoice } from '#components/phone/country-choice.tsx'
import { countryName } from '#phone/country.ts'
import type { MissingCountry as Options } from '#recipients/worker/protocol.ts'
import { Button } from '#ui/forms/button.tsx'
import { plural } from '#ui/text/format-number.ts'
import { visibleText } from '#ui/text/visible-text.tsx'
import { applyOperation } from '../state/new-batch-store.ts'
import * as texts from './texts.tsx'

const maxNamedCountries = 4
const sumOf = (countries: Options['withCode']) => countries.reduce((sum, { rows }) => sum + rows, 0)

export function MissingCountry({ options, country: proposed }: { options: Options; country: string | null }) {
  const [country, setCountry] = useState(proposed)
  const { column, withCode } = options
  const named = withCode.slice(0, maxNamedCountries).map((one) => ({ name: countryName(one.country), rows: one.rows }))
  return (
    <div className="flex flex-col items-start gap-2">
      {column && (
        <Button
          size="small"
          onClick={() => applyOperation({ kind: 'rule', rule: 'countryColumn', column: column.name })}
        >
          Take the country from column “{visibleText(column.name)}” in {plural(column.rows, 'row', 'rows')}
        </Button>
      )}
      {withCode.length > 0 && (
        <div className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
          <Button size="small" onClick={() => applyOperation({ kind: 'rule', rule: 'countryCode', on: true })}>
            {texts.beginWithCode(sumOf(withCode))}
          </Button>
          <span className="text-label text-muted">
            {texts.rowsByCountry(named, sumOf(withCode.slice(maxNamedCountries)))}
          </span>
        </div>
      )}
      <div className="flex w-full flex-wrap items-end gap-2">
        <div className="min-w-44 flex-1">
          <CountryChoice label="Country of these numbers" value={country} onChange={setCountry} />
        </div>
        <Button
          disabledReason={country === null && 'Choose a country first.'}
          onClick={() => applyOperation({ kind: 'rule', rule: 'country', country })}
        >
          {country === null
            ? 'Use this country'
            : texts.acceptNamedCountry(countryName(country), country === proposed ? options.inHome : 0)}
        </Button>
      </div>
    </div>
  )
}
