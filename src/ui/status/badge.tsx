import type { ReactNode } from 'react'
import { cx } from '../classes.ts'

const tones = {
  neutral: 'bg-pressed text-soft',
  accent: 'bg-accent-soft text-accent',
  attention: 'bg-attention-soft text-attention-ink',
  danger: 'bg-danger-soft text-danger',
  outline: 'border border-line-strong text-muted',
} as const

/** A short label or a count. Its baseline is that of its text, also behind an icon. */
export const Badge = ({ children, tone = 'neutral' }: { children: ReactNode; tone?: keyof typeof tones }) => (
  <span
    translate="no"
    className={cx(
      'inline-flex h-5 min-w-5 items-baseline justify-center gap-1 rounded-full px-2 text-small leading-5 font-medium whitespace-nowrap tabular-nums [&>svg]:self-center',
      tones[tone],
    )}
  >
    {children}
  </span>
)
