/** One dot on every page: how old the oldest data are that the page shows. Green: up to ten seconds; amber: over a minute. */
import { useStatus } from '#api/status.ts'
import { staleAfterMs } from '#kit/data/age.tsx'
import { useOldestShown } from '#kit/data/shown-ages.ts'
import { cx } from '#ui/classes.ts'
import { useTick } from '#ui/time/clock.ts'
import { ago } from '#ui/time/format-time.ts'
import { useTip } from '#ui/tooltip.tsx'
import { useConnection } from './connection.ts'

const freshUntilMs = 10_000

export function Freshness() {
  'use no memo'
  const { state } = useConnection()
  const shown = useOldestShown()
  const { readAt } = useStatus()
  const at = shown ?? readAt
  const text = useTick((now) => (at === null ? '' : ago(at, now)), { isBrowserTime: true })
  const ageMs = useTick(
    (now) => (at === null ? 0 : now - at > staleAfterMs ? staleAfterMs : now - at > freshUntilMs ? freshUntilMs : 0),
    {
      isBrowserTime: true,
    },
  )
  const sentence = state === 'ok' ? `Checked ${text}` : `Not updating. Checked ${text}`
  const tip = useTip(`${sentence}. The age of the oldest data on this page.`)
  if (at === null) return null
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- its tooltip has the age */}
      <span {...tip.trigger} tabIndex={0} className="grid size-6 shrink-0 place-items-center rounded-base">
        <svg
          aria-hidden
          viewBox="0 0 8 8"
          className={cx(
            'size-2',
            state !== 'ok' || ageMs === staleAfterMs
              ? 'text-attention-ink'
              : ageMs === freshUntilMs
                ? 'text-muted'
                : 'text-live',
          )}
        >
          {/* Three shapes, so that the states differ without colours. */}
          {state !== 'ok' || ageMs === staleAfterMs ? (
            <path d="M4 0 8 4 4 8 0 4Z" fill="currentColor" />
          ) : (
            <circle
              cx="4"
              cy="4"
              r="3"
              fill={ageMs === freshUntilMs ? 'none' : 'currentColor'}
              stroke="currentColor"
              strokeWidth="1.5"
            />
          )}
        </svg>
        <span className="sr-only">{sentence}</span>
      </span>
      {tip.bubble}
    </>
  )
}
