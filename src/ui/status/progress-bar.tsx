/** A progress bar with one segment for each kind: done, live, not reached, dropped, waiting. The segments also differ without colours. */
import { cx } from '../classes.ts'
import { number, numberOr } from '../text/format-number.ts'

export type SegmentKind = 'done' | 'live' | 'unreached' | 'dropped' | 'waiting'
export interface Segment {
  kind: SegmentKind
  label: string
  /** null: unknown. */
  value: number | null
}

const styles: Record<SegmentKind, string> = {
  done: 'bg-chart-vertical',
  live: 'bg-live patterns:bar-striped',
  unreached: 'bg-chart-dots patterns:bar-dotted',
  dropped: 'hatched border-y border-line-strong text-ink',
  waiting: 'bg-pressed inset-ring inset-ring-control',
}

interface Props {
  label: string
  segments: readonly Segment[]
  /** null: unknown. */
  total: number | null
  size?: 'thin' | 'base'
  /** Shows the segments and their numbers below the bar. */
  legend?: boolean
}

export function ProgressBar({ label, segments, total, size = 'thin', legend = false }: Props) {
  const visibleSegments = segments.flatMap((segment) => (segment.value ? [{ ...segment, value: segment.value }] : []))
  const partsText = visibleSegments.map(({ label: name, value }) => `${number(value)} ${name.toLowerCase()}`).join(', ')
  const isKnown = segments.some(({ value }) => value !== null)
  return (
    <div className="min-w-0" title={legend ? undefined : partsText}>
      <span className="sr-only">
        {label}: {partsText || (isKnown ? 'nothing yet' : 'unknown')}, of {numberOr(total, 'unknown')}
      </span>
      <div
        aria-hidden
        data-bar=""
        className={cx(
          'flex w-full gap-px overflow-hidden rounded-full bg-pressed',
          size === 'thin' ? 'h-1.5' : 'h-2.5',
        )}
      >
        {visibleSegments.map(({ kind, label: name, value }) => (
          <span
            key={name}
            className={cx('h-full min-w-[3px] transition-[flex-grow]', styles[kind])}
            style={{ flexGrow: value, flexBasis: 0 }}
          />
        ))}
      </div>
      {legend && (
        <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-label">
          {segments.map(({ kind, label: name, value }) => (
            <li key={name} className="inline-flex items-center gap-1.5">
              <span aria-hidden data-bar="" className={cx('size-2.5 rounded-small', styles[kind])} />
              <span className="text-muted">{name}</span>
              <span className="font-medium tabular-nums">{numberOr(value, 'unknown')}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
