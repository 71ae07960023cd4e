import { cx } from '../classes.ts'

interface Props {
  label: string
  value: number
  max: number
  /** The value and the maximum as a text, for screen readers. */
  text: string
  /** Makes the bar 3 rem wide instead of as wide as its container. */
  tight?: boolean
}

/** A bar that shows how much of a limit is used. */
export function Meter({ label, value, max, text, tight = false }: Props) {
  const share = max > 0 ? Math.min(1, value / max) : 0
  return (
    <>
      <meter className="sr-only" aria-label={label} min={0} max={max} value={value} aria-valuetext={text} />
      <span
        aria-hidden
        data-bar=""
        className={cx('inline-block h-1.5 shrink-0 overflow-hidden rounded-full bg-pressed', tight ? 'w-12' : 'w-full')}
      >
        <span
          className={cx('block h-full rounded-full', share >= 1 ? 'bg-danger' : share > 0.8 ? 'bg-ink' : 'bg-muted')}
          style={{ width: `${share * 100}%` }}
        />
      </span>
    </>
  )
}
