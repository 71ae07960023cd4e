/** How far an export is, and why it ended early. */
import type { BatchExport } from '#contract/index.ts'
import { Button } from '#ui/forms/button.tsx'
import { ProgressBar } from '#ui/status/progress-bar.tsx'
import { number } from '#ui/text/format-number.ts'
import { span } from '#ui/time/format-time.ts'

interface Props {
  current: BatchExport
  onStop: () => void
}

export function ExportProgress({ current: { read, total, secondsLeft }, onStop }: Props) {
  const all = Math.max(total ?? 0, read)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <div className="w-28">
        <ProgressBar
          label="Rows read for the file"
          segments={[
            { kind: 'done', label: 'Read', value: read },
            { kind: 'waiting', label: 'Not read yet', value: all - read },
          ]}
          total={all}
        />
      </div>
      <span className="text-label text-soft tabular-nums">
        {total === null ? 'Reading the rows' : `${number(read)} of ${number(all)} rows read`}
        {secondsLeft !== null && secondsLeft >= 1 && `, about ${span(secondsLeft)} left`}
      </span>
      <Button size="small" variant="ghost" onClick={onStop}>
        Stop reading
      </Button>
    </div>
  )
}
