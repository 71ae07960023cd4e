/** Filters the audit by time. The field shows local time, but the URL has epoch milliseconds, so that it works in every time zone. */
import { useSearchText } from '#kit/navigation/use-search-text.ts'
import { TextField } from '#ui/forms/text-field.tsx'
import { browserTimeZone, localMinute, momentOf } from '#ui/time/format-time.ts'

const zone = browserTimeZone.replaceAll('_', ' ')

interface Props {
  label: string
  /** Epoch ms. */
  at: string | undefined
  onChange: (at: number | undefined) => void
}

export function TimeFilter({ label, at, onChange }: Props) {
  const [text, setText] = useSearchText(at === undefined ? '' : localMinute(Number(at)), (typed) => {
    const moment = momentOf(typed)
    // While the first digits of a year are typed, the time is before 1970.
    if (typed === '' || (moment !== null && moment >= 0)) onChange(moment ?? undefined)
  })
  return (
    <TextField type="datetime-local" label={label} hint={`Your time zone: ${zone}`} value={text} onChange={setText} />
  )
}
