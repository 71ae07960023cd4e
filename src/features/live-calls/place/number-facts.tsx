/** Where a typed number is, and what the clock says there: so that nobody is called in the night. */
import { localTimeIn } from '#components/phone/local-time.ts'
import { PhoneNumber } from '#components/phone/phone-number.tsx'
import { readTypedNumber } from '#components/phone/typed-number.ts'
import { timeZonesOf } from '#phone/zones.ts'
import { useTrueNow } from '#ui/time/clock.ts'

/** The hour at a number's place, as words for a sentence; null where it is not known. */
export function useLocalTime(e164: string | null) {
  const now = useTrueNow(10_000)
  return e164 === null ? null : localTimeIn(timeZonesOf(e164), now)
}

export function NumberFacts({ typed }: { typed: string }) {
  const number = readTypedNumber(typed)
  const e164 = number.ok ? number.e164 : null
  const time = useLocalTime(e164)
  if (e164 === null) return 'With + and the country code, in any way of writing: +44 7700 900123.'
  return (
    <span className="flex flex-wrap gap-x-2">
      <PhoneNumber number={e164} country="name" />
      {time && (
        <span className={time.late ? 'font-medium text-ink' : undefined}>
          {time.text} there now{time.late && ': early or late for a call'}
        </span>
      )}
    </span>
  )
}
