/** What is left of the organisation's requests, on every page. */
import { useStatus } from '#api/status.ts'
import type { BudgetSummary } from '#contract/index.ts'
import { PlainLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { Meter } from '#ui/status/meter.tsx'
import { number } from '#ui/text/format-number.ts'
import { useTick } from '#ui/time/clock.ts'
import { clock } from '#ui/time/format-time.ts'
import { useTip } from '#ui/tooltip.tsx'

/** Seconds until a moment (epoch ms); 0 where there is none, or it has passed. */
const until = (at: number | null, now: number) => Math.max(0, ((at ?? now) - now) / 1_000)

/** The sentence behind the number. @param now epoch ms, by the gateway's clock */
export function budgetSentence({ used, perMinute, reserved, ...budget }: BudgetSummary, now: number): string {
  const pausedFor = until(budget.pausedUntil, now)
  const wait = pausedFor || until(budget.nextReadAt, now)
  const spent = `${number(used)} of the organisation's ${number(perMinute)} requests a minute are used; ${number(reserved)} are kept for commands.`
  if (wait > 0)
    return `${spent} ${pausedFor > 0 ? 'The service asked for a pause: updates' : 'Updates'} resume in ${clock(wait)}. You can still cancel a batch.`
  return spent
}

export function BudgetGauge() {
  const budget = useStatus().data?.budget
  const sentence = useTick((now) => (budget ? budgetSentence(budget, now) : 'The request budget is not known yet.'))
  const tip = useTip(sentence)
  const wait = useTick((now) =>
    budget ? Math.ceil(until(budget.pausedUntil, now) || until(budget.nextReadAt, now)) : 0,
  )
  return (
    <>
      <PlainLink
        to={paths.settings('budget')}
        {...tip.trigger}
        className="inline-flex h-control shrink-0 items-center gap-2 rounded-base px-2 text-label text-muted hover:bg-hover hover:text-ink"
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
        <span className="min-w-[5ch] text-right tabular-nums">
          {budget ? (wait > 0 ? clock(wait) : `${budget.used}/${budget.perMinute}`) : '–/–'}
        </span>
      </PlainLink>
      {tip.bubble}
    </>
  )
}
