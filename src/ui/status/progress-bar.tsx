/** A bar of several parts that always add up: done, live, failed, dropped, waiting. Each part has a pattern beside its colour. */
import { cx } from '../classes.ts'
import { number, numberOr } from '../text/format-number.ts'

export type SegmentKind = 'done' | 'live' | 'failed' | 'dropped' | 'waiting'
export interface Segment {
  kind: SegmentKind
  label: string
  /** null: not told. */
  value: number | null
}

const looks: Record<SegmentKind, string> = {
  done: 'bg-done',
  live: 'bg-live',
  failed: 'bg-ink',
  dropped: 'hatched border-y border-line-strong text-ink',
  waiting: 'bg-pressed',
}

const untold = 'not told'

interface Props {
  label: string
  segments: readonly Segment[]
  /** null: not told. */
  total: number | null
  size?: 'thin' | 'base'
  /** Shows each part with its number below the bar. */
  legend?: boolean
}

export function ProgressBar({ label, segments, total, size = 'thin', legend = false }: Props) {
  const shown = segments.flatMap((segment) => (segment.value ? [{ ...segment, value: segment.value }] : []))
  const said = shown.map(({ label: name, value }) => `${number(value)} ${name.toLowerCase()}`).join(', ')
  const isTold = segments.some(({ value }) => value !== null)
  return (
    <div className="min-w-0">
      <span className="sr-only">{`${label}: ${said || (isTold ? 'nothing yet' : untold)}, of ${numberOr(total, untold)}`}</span>
      <div
        aria-hidden
        data-bar=""
        className={cx(
          'flex w-full gap-px overflow-hidden rounded-full bg-pressed',
          size === 'thin' ? 'h-1.5' : 'h-2.5',
        )}
      >
        {shown.map(({ kind, label: name, value }) => (
          <span
            key={name}
            className={cx('h-full min-w-[3px] transition-[flex-grow]', looks[kind])}
            style={{ flexGrow: value, flexBasis: 0 }}
          />
        ))}
      </div>
      {legend && (
        <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-label">
          {segments.map(({ kind, label: name, value }) => (
            <li key={name} className="inline-flex items-center gap-1.5">
              <span aria-hidden data-bar="" className={cx('size-2.5 rounded-small', looks[kind])} />
              <span className="text-muted">{name}</span>
              <span className="font-medium tabular-nums">{numberOr(value, untold)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
