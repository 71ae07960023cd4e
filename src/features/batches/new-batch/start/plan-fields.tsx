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
    <Section title={texts.planSection}>
      <div className="flex flex-col gap-3">
        <Checkbox
          label={texts.startLater}
          checked={startsLater}
          onChange={(checked) => change({ startAt: checked ? '' : null })}
        />
        {startsLater && (
          <TextField
            type="datetime-local"
            label={texts.startTime}
            hint={texts.timeZone(browserTimeZone.replaceAll('_', ' '))}
            // No error until a time is chosen.
            error={plan.startAt === '' ? undefined : startTimeProblems(plan, now)[0]}
            value={plan.startAt ?? ''}
            onChange={(startAt) => change({ startAt })}
          />
        )}
        <Checkbox
          label={texts.callBack}
          checked={plan.callBacks > 0}
          onChange={(checked) => change({ callBacks: checked ? 2 : 0 })}
        />
        {plan.callBacks > 0 && (
          <div className="grid gap-4 sm:grid-cols-2">
            <NumberField
              label={texts.attempts}
              value={plan.callBacks}
              min={1}
              max={maxCallBacks}
              onChange={(value) => change({ callBacks: Math.min(maxCallBacks, Math.max(1, value ?? 1)) })}
            />
            <NumberField
              label={texts.hoursBetween}
              value={plan.gapHours}
              min={1}
              max={maxGapHours}
              onChange={(value) => change({ gapHours: Math.min(maxGapHours, Math.max(1, value ?? 1)) })}
            />
          </div>
        )}
        {calls > firstCallCount && (
          <Checkbox
            label={texts.firstTen}
            hint={texts.firstTenHint}
            checked={plan.firstTen && !startsLater}
            disabledReason={startsLater && texts.firstTenNeedsPerson}
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
            label={texts.stopForHarm}
            hint={texts.stopForHarmHint}
            checked={plan.stopsForHarm}
            onChange={(stopsForHarm) => change({ stopsForHarm })}
          />
        )}
        {(outlook?.mayHoursEnd || hasWaitingPeople) && (
          <Checkbox
            label={texts.continueAutomatically}
            hint={texts.continueHint}
            checked={plan.continues}
            onChange={(continues) => change({ continues })}
          />
        )}
        <ul className="flex flex-col gap-1 border-t border-line pt-3 text-soft" aria-label={texts.planSummary}>
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
