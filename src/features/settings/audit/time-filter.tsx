/** Filters the audit by time. The field shows local time, but the URL has epoch milliseconds, so that it works in every time zone. */
import { useSearchText } from '#kit/navigation/use-search-text.ts'
import { TextField } from '#ui/forms/text-field.tsx'
import { momentOf } from '#ui/time/format-time.ts'
import * as texts from './texts.tsx'

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ')
const twoDigits = (value: number) => String(value).padStart(2, '0')

/** The value of a `datetime-local` field: to the minute, in the browser's time zone. */
function localValue(at: number): string {
  const time = new Date(at)
  const day = [time.getFullYear(), twoDigits(time.getMonth() + 1), twoDigits(time.getDate())].join('-')
  return `${day}T${twoDigits(time.getHours())}:${twoDigits(time.getMinutes())}`
}

interface Props {
  label: string
  /** Epoch ms. */
  at: string | undefined
  onChange: (at: number | undefined) => void
}

export function TimeFilter({ label, at, onChange }: Props) {
  const [text, setText] = useSearchText(at === undefined ? '' : localValue(Number(at)), (typed) => {
    const moment = momentOf(typed)
    // While the first digits of a year are typed, the time is before 1970.
    if (typed === '' || (moment !== null && moment >= 0)) onChange(moment ?? undefined)
  })
  return <TextField type="datetime-local" label={label} hint={texts.timeZone(zone)} value={text} onChange={setText} />
}
