/** A state as a shape with a label. Each state has a shape of its own, so it can be seen without colours. */
import { createContext, type ReactNode, use } from 'react'
import { cx } from '../classes.ts'

export type StatusKind = 'ringing' | 'live' | 'waiting' | 'needs-you' | 'done' | 'failed' | 'unknown' | 'stale' | 'off'

const shapes: Record<StatusKind, ReactNode> = {
  ringing: (
    <>
      <circle
        cx="7"
        cy="7"
        r="6"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        className="origin-center animate-ring"
      />
      <circle cx="7" cy="7" r="5" fill="none" stroke="currentColor" strokeWidth="1.25" strokeDasharray="3.2 2" />
      <circle cx="7" cy="7" r="2.25" />
    </>
  ),
  live: (
    <>
      <circle cx="7" cy="7" r="6.25" opacity="0.28" />
      <circle cx="7" cy="7" r="4" />
    </>
  ),
  waiting: <circle cx="7" cy="7" r="4" fill="none" stroke="currentColor" strokeWidth="1.5" />,
  'needs-you': <path d="M7 1.2 12.8 7 7 12.8 1.2 7Z" />,
  done: (
    <path
      d="m2.5 7.5 3.1 3.2 5.9-7"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.9"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  ),
  failed: <path d="m3 3 8 8m0-8-8 8" fill="none" stroke="currentColor" strokeWidth="1.9" strokeLinecap="round" />,
  unknown: (
    <>
      <path d="M7 .8 13.6 12.4H.4Z" strokeLinejoin="round" stroke="currentColor" strokeWidth="1" />
      <path d="M7 5v3.4m0 1.9v.1" fill="none" stroke="var(--color-raised)" strokeWidth="1.5" strokeLinecap="round" />
    </>
  ),
  stale: <circle cx="7" cy="7" r="4.5" fill="none" stroke="currentColor" strokeWidth="1.5" strokeDasharray="1.6 2" />,
  off: <path d="M3 7h8" fill="none" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" />,
}

const styles: Record<StatusKind, { name: string; icon: string; text: string }> = {
  ringing: { name: 'Ringing', icon: 'text-live', text: 'text-live-ink' },
  live: { name: 'Live', icon: 'text-live', text: 'text-live-ink' },
  waiting: { name: 'Waiting', icon: 'text-muted', text: 'text-soft' },
  'needs-you': { name: 'Needs attention', icon: 'text-attention-ink', text: 'text-attention-ink' },
  done: { name: 'Done', icon: 'text-soft', text: 'text-soft' },
  failed: { name: 'Failed', icon: 'text-danger', text: 'text-danger' },
  unknown: { name: 'Unknown', icon: 'text-danger', text: 'text-danger' },
  stale: { name: 'Out of date', icon: 'text-muted', text: 'text-muted' },
  off: { name: 'Off', icon: 'text-muted', text: 'text-muted' },
}

const StaleContext = createContext(false)

/** Whether what is shown here may be out of date, because its source does not answer. */
export const useIsStale = (): boolean => use(StaleContext)

/** While `stale`, all status labels inside are shown as last known. */
export function StaleStatuses({ stale, children }: { stale: boolean; children: ReactNode }) {
  const isOuterStale = use(StaleContext)
  return <StaleContext value={isOuterStale || stale}>{children}</StaleContext>
}

interface Props {
  state: StatusKind
  /** The label; by default the name of the state. */
  label?: string
  /** Only for screen readers, if a column or label already shows it. */
  labelHidden?: boolean
  /** A long label takes several lines. */
  wraps?: boolean
}

export function StatusLabel({ state, label = styles[state].name, labelHidden = false, wraps = false }: Props) {
  // What is over, not known or said to be old already does not go out of date.
  const isStale = useIsStale() && state !== 'off' && state !== 'unknown' && state !== 'stale'
  const shownKind = isStale ? 'stale' : state
  return (
    <span
      translate="no"
      className={cx(
        'inline-flex max-w-full gap-1.5',
        wraps ? 'items-baseline' : 'items-center sm:whitespace-nowrap',
        styles[shownKind].text,
      )}
    >
      <svg
        aria-hidden
        viewBox="0 0 14 14"
        fill="currentColor"
        className={cx('size-[0.8em] min-w-2.5 shrink-0 overflow-visible', styles[shownKind].icon)}
      >
        {shapes[shownKind]}
      </svg>
      {/* Its baseline is that of the whole, not the lower edge of the shape. */}
      <span
        title={labelHidden || wraps ? undefined : label}
        className={labelHidden ? 'sr-only' : cx('min-w-0 self-baseline', !wraps && 'sm:truncate')}
      >
        {label}
        {isStale && <span className={labelHidden ? undefined : 'text-muted'}>, last known</span>}
      </span>
    </span>
  )
}
