/** A phone number as people read it: in the groups of its country, with the country. */
import { countryName, countryOf } from '#phone/country.ts'
import { groupNumber } from '#phone/group.ts'

interface Props {
  /** E.164; null: none; '': there is one, but the service does not tell its digits. */
  number: string | null
  /** Beside it: the country's name, its two letters, or nothing. */
  country?: 'name' | 'code' | 'none'
  none?: string
}

export function PhoneNumber({ number, country = 'code', none = 'None' }: Props) {
  if (number === null) return <span className="text-muted">{none}</span>
  if (number === '') return <span className="text-soft">Has a number, digits not told</span>
  const iso = countryOf(number)
  return (
    <span className="inline-flex max-w-full flex-wrap items-baseline gap-x-1.5 @xl:flex-nowrap">
      <span dir="ltr" className="mono break-all @xl:whitespace-nowrap">
        {groupNumber(number)}
      </span>
      {iso !== null && country === 'name' && <span className="text-muted">{countryName(iso)}</span>}
      {iso !== null && country === 'code' && iso !== '001' && (
        <span className="text-small text-muted" title={countryName(iso)}>
          <span aria-hidden>{iso}</span>
          <span className="sr-only">{countryName(iso)}</span>
        </span>
      )}
    </span>
  )
}
