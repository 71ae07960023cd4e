/** SIMULATION or LIVE, everywhere the same, and different without colour: hatched and dashed, or solid. */
import { useSession } from '#api/session.ts'
import type { Session } from '#contract/index.ts'
import { cx } from '#ui/classes.ts'
import { useTip } from '#ui/tooltip.tsx'

type Mode = Session['mode']

export const modeWords: Record<Mode, { word: string; meaning: string }> = {
  simulation: {
    word: 'Simulation',
    meaning: 'Nothing here is real: calls and messages are simulated, and nobody is rung.',
  },
  live: { word: 'Live', meaning: 'This is real: calls ring people, and messages reach them.' },
  unknown: {
    word: 'Not known yet',
    meaning: 'The calling service has not answered yet. Act as if everything were real.',
  },
}

export const modeLooks: Record<Mode, string> = {
  simulation: 'hatched border-dashed border-control bg-raised text-soft',
  live: 'border-ink bg-ink text-surface',
  unknown: 'border-dotted border-control text-muted',
}

export function ModeBadge() {
  const { mode } = useSession()
  const { word, meaning } = modeWords[mode]
  const tip = useTip(meaning)
  return (
    <>
      <span
        {...tip.trigger}
        className={cx(
          'inline-flex h-6 items-center rounded-small border px-2 text-tiny font-semibold tracking-[0.06em] uppercase',
          modeLooks[mode],
        )}
      >
        <span className={cx(mode === 'simulation' && 'rounded-small bg-raised px-1')}>{word}</span>
      </span>
      {tip.bubble}
    </>
  )
}

/** A line over everything: the mode out of the corner of the eye. */
export function ModeLine() {
  const { mode } = useSession()
  return <div aria-hidden className={cx('h-[3px] w-full', mode === 'live' ? 'bg-ink' : 'hatched text-ink')} />
}
