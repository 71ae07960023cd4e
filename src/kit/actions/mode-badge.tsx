/** Shows whether the service is a simulation or live. The two also differ without colour: hatched and dashed, or solid. */
import { isModeCertain, useSession } from '#api/session.ts'
import type { Session } from '#contract/index.ts'
import { cx } from '#ui/classes.ts'
import { useTip } from '#ui/tooltip.tsx'
import * as texts from '../texts.tsx'

type Mode = Session['mode']

const modeStyles: Record<Mode, string> = {
  simulation: 'hatched border-dashed border-control bg-raised text-soft',
  live: 'border-ink bg-ink text-surface',
  unknown: 'border-control text-muted',
}

/** How the mode is shown: its style, its name and what it means. */
export function useMode() {
  'use no memo'
  const session = useSession()
  const { mode } = session
  const { label, meaning } = texts.modeTexts[mode]
  const isLastKnown = mode !== 'unknown' && !isModeCertain(session)
  return {
    mode,
    label,
    meaning: isLastKnown ? `${meaning} This was so when the service last answered.` : meaning,
    style: modeStyles[isLastKnown ? 'unknown' : mode],
  }
}

export function ModeBadge() {
  'use no memo'
  const { mode, label, meaning, style } = useMode()
  const tip = useTip(meaning)
  return (
    <>
      <span
        {...tip.trigger}
        className={cx(
          'inline-flex h-6 items-center rounded-small border px-2 text-tiny font-semibold tracking-[0.06em] uppercase',
          style,
        )}
      >
        <span className={cx(mode === 'simulation' && 'rounded-small bg-raised px-1')}>{label}</span>
      </span>
      {tip.bubble}
    </>
  )
}

/** A line at the top of every page that shows the mode. */
export function ModeLine() {
  const { mode } = useSession()
  return <div aria-hidden className={cx('h-[3px] w-full', mode === 'live' ? 'bg-ink' : 'hatched text-ink')} />
}

/** The mode across the top of a confirm dialog. */
export function ModeBand() {
  const { mode, label, meaning, style } = useMode()
  return (
    <p className={cx('flex border-b text-label', style)}>
      <span className={cx('flex-1 px-4 py-1.5', mode === 'simulation' && 'ml-4 bg-raised')}>
        <strong className="font-semibold tracking-[0.06em] uppercase">{label}</strong> · {meaning}
      </span>
    </p>
  )
}
