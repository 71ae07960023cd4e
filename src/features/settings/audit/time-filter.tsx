/** A time of the audit: entered as the operator's clock shows it; the address holds the instant, so that others see the same rows. */
import { useSearchText } from '#kit/navigation/use-search-text.ts'
import { TextField } from '#ui/forms/text-field.tsx'
import { momentOf } from '#ui/time/format-time.ts'

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ')
const two = (value: number) => String(value).padStart(2, '0')

/** A moment as such a field holds it: to the minute, of this browser's zone. */
function onThisClock(at: number): string {
  const time = new Date(at)
  const day = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join('-')
  return `${day}T${two(time.getHours())}:${two(time.getMinutes())}`
}

interface Props {
  label: string
  /** Epoch ms. */
  at: number | undefined
  onChange: (at: number | undefined) => void
}

export function TimeFilter({ label, at, onChange }: Props) {
  const [text, setText] = useSearchText(at === undefined ? '' : onThisClock(at), (wanted) => {
    const moment = momentOf(wanted)
    // A year of which only the first digits are typed is none yet.
    if (wanted === '' || (moment !== null && moment >= 0)) onChange(moment ?? undefined)
  })
  return (
    <TextField
      type="datetime-local"
      label={label}
      hint={`In your time zone, ${zone}.`}
      value={text}
      onChange={setText}
    />
  )
}
