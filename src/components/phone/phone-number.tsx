/** A phone number as people read it: in the groups of its country, with the country. */
import { countryName, countryOf } from '#phone/country.ts'
import { groupNumber } from '#phone/group.ts'

interface Props {
  /** E.164; null or '': none is told. */
  number: string | null
  /** Beside it: the country's name, its two letters, or nothing. */
  country?: 'name' | 'code' | 'none'
  none?: string
  /** For an agent: the text for '', a number that the service does not show. */
  hidden?: string
}

/** For an agent whose number the service does not show (interface 8). */
export const hiddenNumber = 'Has a number, digits not told'

export function PhoneNumber({ number, country = 'code', none = 'None', hidden }: Props) {
  if (number === '' && hidden) return <span className="text-soft">{hidden}</span>
  if (number === null || number === '') return <span className="text-muted">{none}</span>
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
