/** The country and local time of a typed number, with a warning outside the calling hours. */
import { placeOf } from '#calling-hours/people.ts'
import { PhoneNumber } from '#components/phone/phone-number.tsx'
import { readTypedNumber } from '#components/phone/typed-number.ts'
import { useLocalTime } from '#components/phone/use-local-time.ts'

export function NumberFacts({ typed }: { typed: string }) {
  const number = readTypedNumber(typed)
  const e164 = number.ok ? number.e164 : null
  const time = useLocalTime(e164 === null ? null : placeOf(e164))
  if (e164 === null) return 'Include + and the country code, for example +44 7700 900123.'
  return (
    <span className="flex flex-wrap gap-x-2">
      <PhoneNumber number={e164} country="name" />
      {time && (
        <span className={time.isOutsideHours ? 'font-medium text-ink' : undefined}>
          {time.isOutsideHours ? `Local time ${time.text}, outside the calling hours` : `Local time ${time.text}`}
        </span>
      )}
    </span>
  )
}
