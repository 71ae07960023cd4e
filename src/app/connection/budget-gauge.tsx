/** How much of the organisation's request budget is used: for administrators always, for others only when it begins to matter. */
import { useSession } from '#api/session.ts'
import { useStatus } from '#api/status.ts'
import type { BudgetSummary } from '#contract/index.ts'
import { PlainLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { Meter } from '#ui/status/meter.tsx'
import { number } from '#ui/text/format-number.ts'
import { useTick } from '#ui/time/clock.ts'
import { clock } from '#ui/time/format-time.ts'
import { useTip } from '#ui/tooltip.tsx'

/** Whole seconds until a time (epoch ms), rounded up, so that a wait is never 0:00; 0 if there is none or it has passed. */
const secondsUntil = (at: number | null, now: number) => Math.max(0, Math.ceil(((at ?? now) - now) / 1_000))

/** The text of the gauge's tooltip. @param now epoch ms, by the gateway's clock */
function budgetSentence({ used, perMinute, reserved, ...budget }: BudgetSummary, now: number): string {
  const pauseSeconds = secondsUntil(budget.pausedUntil, now)
  const waitSeconds = pauseSeconds || secondsUntil(budget.nextReadAt, now)
  const usage = `Requests to the service: ${number(used)} of ${number(perMinute)} this minute. ${number(reserved)} are kept for starting and stopping.`
  if (waitSeconds === 0) return usage
  const pause = pauseSeconds > 0 ? 'The service asked for a pause. ' : ''
  return `${usage} ${pause}Updates resume in ${clock(waitSeconds)}. You can still cancel a batch.`
}

/** The share of the budget from which everybody sees it. */
const notableShare = 0.7

export function BudgetGauge() {
  const isAdmin = useSession().operator?.roles.includes('admin') ?? false
  const budget = useStatus().data?.budget
  const sentence = useTick((now) => (budget ? budgetSentence(budget, now) : 'The request budget is not loaded yet.'))
  const tip = useTip(sentence)
  const waitSeconds = useTick((now) =>
    budget ? secondsUntil(budget.pausedUntil, now) || secondsUntil(budget.nextReadAt, now) : 0,
  )
  const isNotable = budget && (waitSeconds > 0 || budget.used > notableShare * budget.perMinute)
  if (!isAdmin && !isNotable) return null
  return (
    <>
      <PlainLink
        to={paths.reports('budget')}
        {...tip.trigger}
        className="inline-flex h-control shrink-0 items-center gap-2 rounded-base px-2 text-label max-[23rem]:hidden text-muted hover:bg-hover hover:text-ink"
      >
        <span className="hidden sm:inline-flex">
          <Meter
            tight
            label="Requests used in the last minute"
            value={budget?.used ?? 0}
            max={budget?.perMinute ?? 60}
            text={sentence}
          />
        </span>
        <span className="sr-only">Request budget:</span>
        <span translate="no" className="min-w-[5ch] text-right tabular-nums">
          {budget ? (waitSeconds > 0 ? clock(waitSeconds) : `${budget.used}/${budget.perMinute}`) : '–/–'}
        </span>
      </PlainLink>
      {tip.bubble}
    </>
  )
}
