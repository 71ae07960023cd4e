/** A filter that comes from a figure and has no field: what it leaves, and a button that removes it. */
import { Button } from '#ui/forms/button.tsx'
import { KeptFocus } from '#ui/kept-focus.tsx'
import { dayAndTime, dayRange, timeOfDay } from '#ui/time/format-time.ts'
import type { Period } from './search.ts'
import * as texts from './texts.tsx'

export const OnlyFilter = ({ text, onRemove }: { text: string; onRemove: () => void }) => (
  <KeptFocus>
    <p className="flex flex-wrap items-center gap-2">
      {text}
      <Button size="small" onClick={onRemove}>
        Show all
      </Button>
    </p>
  </KeptFocus>
)

const isMidnight = (at: number) => new Date(at).setHours(0, 0, 0, 0) === at

/** "Only 24 – 30 Nov 2026", "Only 26 Nov 2026, 14:00 CET to 15:00 CET". */
export const partText = ({ from, to }: Period): string =>
  texts.onlyPart(
    isMidnight(from) && isMidnight(to) ? dayRange(from, to) : texts.hoursOfPart(dayAndTime(from), timeOfDay(to)),
  )
