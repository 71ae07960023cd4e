import type { ReactNode } from 'react'
import { cx } from '../classes.ts'

const tones = {
  neutral: 'bg-pressed text-soft',
  accent: 'bg-accent-soft text-accent',
  live: 'bg-live-soft text-live-ink',
  danger: 'bg-danger-soft text-danger',
  done: 'bg-done-soft text-done',
  outline: 'border border-line-strong text-muted',
} as const

/** A short label or a count. */
export const Badge = ({ children, tone = 'neutral' }: { children: ReactNode; tone?: keyof typeof tones }) => (
  <span
    translate="no"
    className={cx(
      'inline-flex min-w-[1.6em] items-center justify-center rounded-small px-1.5 text-small font-medium whitespace-nowrap tabular-nums',
      tones[tone],
    )}
  >
    {children}
  </span>
)
