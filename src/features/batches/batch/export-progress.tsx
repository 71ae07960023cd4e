/** The progress of an export. */
import type { BatchExport } from '#contract/index.ts'
import { Button } from '#ui/forms/button.tsx'
import { ProgressBar } from '#ui/status/progress-bar.tsx'
import { formatDuration } from '#ui/time/format-time.ts'
import * as texts from './texts.tsx'

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
          label={texts.readProgress}
          segments={[
            { kind: 'done', label: texts.readRows, value: read },
            { kind: 'waiting', label: texts.unreadRows, value: totalRows - read },
          ]}
          total={totalRows}
        />
      </div>
      <span className="text-label text-soft tabular-nums">
        {total === null ? texts.readingRows : texts.rowsRead(read, totalRows)}
        {secondsLeft !== null && secondsLeft >= 1 && texts.timeLeft(formatDuration(secondsLeft))}
      </span>
      <Button size="small" variant="ghost" onClick={onStop}>
        {texts.stopReading}
      </Button>
    </div>
  )
}
