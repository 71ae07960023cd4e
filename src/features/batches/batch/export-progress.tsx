/** The progress of an export. */
import type { BatchExport } from '#contract/index.ts'
import { Button } from '#ui/forms/button.tsx'
import { ProgressBar } from '#ui/status/progress-bar.tsx'
import { number } from '#ui/text/format-number.ts'
import { formatDuration } from '#ui/time/format-time.ts'

interface Props {
  current: BatchExport
  onStop: () => void
}

export function ExportProgress({ current: { read, total, secondsLeft }, onStop }: Props) {
  const totalRows = Math.max(total ?? 0, read)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <div className="w-28">
        <ProgressBar
          label="Rows read for the file"
          segments={[
            { kind: 'done', label: 'Read', value: read },
            { kind: 'waiting', label: 'Not read yet', value: totalRows - read },
          ]}
          total={totalRows}
        />
      </div>
      <span className="text-label text-soft tabular-nums">
        {total === null ? 'Reading rows…' : `${number(read)} of ${number(totalRows)} rows read`}
        {secondsLeft !== null && secondsLeft >= 1 && `, about ${formatDuration(secondsLeft)} left`}
      </span>
      <Button size="small" variant="ghost" onClick={onStop}>
        Stop reading
      </Button>
    </div>
  )
}
