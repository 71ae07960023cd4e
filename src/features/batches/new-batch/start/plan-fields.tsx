/**
 * The fields for the plan of a new batch: start time, call-backs, whether to call the first ten people first, the circuit breaker (stops
 * the batch if too many calls fail), and whether to continue when calling hours open again.
 */
import type { HoursComparison } from '#components/batches/hours-outlook.ts'
import { breakerRule } from '#contract/index.ts'
import { Checkbox } from '#ui/forms/choice.tsx'
import { NumberField, TextField } from '#ui/forms/text-field.tsx'
import { Section } from '#ui/layout/section.tsx'
import { useGatewayTime } from '#ui/time/clock.ts'
import { browserTimeZone } from '#ui/time/format-time.ts'
import { dispatch } from '../state/new-batch-store.ts'
import { firstCallCount, maxCallBacks, type StartPlan } from '../state/start-plan.ts'
import { afterHoursText, planSentences, startTimeProblems } from '../state/start-plan-texts.ts'
import * as texts from './texts.tsx'

const maxGapHours = 24 * 14
const change = (plan: Partial<StartPlan>) => void dispatch({ type: 'planned', plan })

interface Props {
  plan: StartPlan
  calls: number
  /** null: calling hours are not loaded yet. */
  outlook: HoursComparison | null
  /** Some people wait until calling hours open for them. */
  hasWaitingPeople: boolean
  /** The batch only starts once a second person approves. */
  needsApproval: boolean
}

export function PlanFields({ plan, calls, outlook, hasWaitingPeople, needsApproval }: Props) {
  const startsLater = plan.startAt !== null
  const now = useGatewayTime(30_000)
  return (
    <Section title="Schedule and retries">
      <div className="flex flex-col gap-3">
        <Checkbox
          label="Start later"
          checked={startsLater}
          onChange={(checked) => change({ startAt: checked ? '' : null })}
        />
        {startsLater && (
          <TextField
            type="datetime-local"
            label="Start time"
            hint={`In your time zone, ${browserTimeZone.replaceAll('_', ' ')}.`}
            // No error until a time is chosen.
            error={plan.startAt === '' ? undefined : startTimeProblems(plan, now)[0]}
            value={plan.startAt ?? ''}
            onChange={(startAt) => change({ startAt })}
          />
        )}
        <Checkbox
          label="Call back people who are not reached"
          checked={plan.callBacks > 0}
          onChange={(checked) => change({ callBacks: checked ? 2 : 0 })}
        />
        {plan.callBacks > 0 && (
          <div className="grid gap-4 sm:grid-cols-2">
            <NumberField
              label="Attempts after the first"
              value={plan.callBacks}
              min={1}
              max={maxCallBacks}
              onChange={(value) => change({ callBacks: Math.min(maxCallBacks, Math.max(1, value ?? 1)) })}
            />
            <NumberField
              label="Hours between attempts"
              value={plan.gapHours}
              min={1}
              max={maxGapHours}
              onChange={(value) => change({ gapHours: Math.min(maxGapHours, Math.max(1, value ?? 1)) })}
            />
          </div>
        )}
        {calls > firstCallCount && (
          <Checkbox
            label="Call the first 10, then ask me"
            hint="Check the first calls before everyone else is called."
            checked={plan.firstTen && !startsLater}
            disabledReason={startsLater && 'Not available with a start time, because nobody may be there to decide.'}
            onChange={(firstTen) => change({ firstTen })}
          />
        )}
        {calls >= breakerRule.endedLeast && (
          <Checkbox
            label={texts.breaker}
            hint={texts.breakerHint}
            checked={plan.breaker}
            onChange={(breaker) => change({ breaker })}
          />
        )}
        {calls >= breakerRule.endedLeast && (
          <Checkbox
            label="Stop if it calls people who should not be called"
            hint={texts.stopForHarmHint}
            checked={plan.stopsForHarm}
            onChange={(stopsForHarm) => change({ stopsForHarm })}
          />
        )}
        {(outlook?.mayHoursEnd || hasWaitingPeople) && (
          <Checkbox
            label="Continue automatically when calling hours open again"
            hint="Applies to people who are not called before calling hours end, or who wait for them to open. If this is off, Switchboard asks you first."
            checked={plan.continues}
            onChange={(continues) => change({ continues })}
          />
        )}
        <ul className="flex flex-col gap-1 border-t border-line pt-3 text-soft" aria-label="Timeline">
          {[
            ...planSentences({ ...plan, callBacks: outlook?.callBacks ?? plan.callBacks }, calls, now, needsApproval),
            ...(outlook?.sentences ?? []),
            ...(outlook?.mayHoursEnd ? [afterHoursText(plan)] : []),
          ].map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </div>
    </Section>
  )
}
