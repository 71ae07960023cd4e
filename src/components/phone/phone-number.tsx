/** A phone number in the format of its country, with the country. */
import { groupNumber } from '#phone/group.ts'
import { useNumbering } from './numbering.ts'

export { hiddenNumber } from './texts.ts'

interface Props {
  /** E.164; null or '' if there is none. */
  number: string | null
  /** How to show the country: its name, its two-letter code, or not at all. */
  country?: 'name' | 'code' | 'none'
  /** Shown if there is no number. */
  none?: string
  /** Shown for '' if that stands for a number that the service hides. */
  hidden?: string
}

export function PhoneNumber({ number, country = 'code', none = 'None', hidden }: Props) {
  const numbering = useNumbering()
  if (number === '' && hidden) return <span className="text-soft">{hidden}</span>
  if (number === null || number === '') return <span className="text-muted">{none}</span>
  const digits = (
    <span translate="no" dir="ltr" className="numeric whitespace-nowrap">
      {groupNumber(number)}
    </span>
  )
  if (country === 'none') return digits
  const iso = numbering?.countryOf(number) ?? null
  const name = iso === null ? undefined : numbering?.countryName(iso)
  return (
    // Of inline parts, so that a list can cut it off with "…" in the middle. No line ends in a number: half of one is read as a whole one.
    <span translate="no">
      {digits} {name && country === 'name' && <span className="ml-0.5 text-muted">{name}</span>}
      {country === 'code' && (
        // As wide as two letters, also until the country is known, so that nothing moves.
        <span className="ml-0.5 inline-block min-w-[1.45em] text-small text-muted" title={name}>
          {name && iso !== '001' && (
            <>
              <span aria-hidden>{iso}</span>
              <span className="sr-only">{name}</span>
            </>
          )}
        </span>
      )}
    </span>
  )
}
