/** When and how it calls: start time, call-backs, ten first. */

import type { HoursOutlook } from '#components/batches/hours-outlook.ts'
import { breakerRule } from '#contract/index.ts'
import { Checkbox } from '#ui/forms/choice.tsx'
import { NumberField, TextField } from '#ui/forms/text-field.tsx'
import { Section } from '#ui/layout/section.tsx'
import { useTrueNow } from '#ui/time/clock.ts'
import { dispatch } from '../state/launch-store.ts'
import { firstCalls, maxCallBacks, type StartPlan } from '../state/start-plan.ts'
import { afterHoursText, planSentences, startTimeProblems } from '../state/start-plan-texts.ts'

const longestGap = 24 * 14
const change = (plan: Partial<StartPlan>) => void dispatch({ type: 'planned', plan })
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ')

interface Props {
  plan: StartPlan
  calls: number
  /** null: the calling hours are not known yet. */
  outlook: HoursOutlook | null
  /** Some people of the list wait until calling hours open for them. */
  isSomebodyLater: boolean
  /** It starts only once a second person approves. */
  isApproved: boolean
}

export function PlanFields({ plan, calls, outlook, isSomebodyLater, isApproved }: Props) {
  const later = plan.startAt !== null
  const now = useTrueNow(30_000)
  return (
    <Section title="When and how">
      <div className="flex flex-col gap-3">
        <Checkbox
          label="Start later"
          checked={later}
          onChange={(checked) => change({ startAt: checked ? '' : null })}
        />
        {later && (
          <TextField
            type="datetime-local"
            label="Day and time of the start"
            hint={`In your time zone, ${zone}.`}
            // Nothing is wrong with a time that is not chosen yet.
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
              label="Tries after the first"
              value={plan.callBacks}
              min={1}
              max={maxCallBacks}
              onChange={(value) => change({ callBacks: Math.min(maxCallBacks, Math.max(1, value ?? 1)) })}
            />
            <NumberField
              label="Hours between two tries"
              value={plan.gapHours}
              min={1}
              max={longestGap}
              onChange={(value) => change({ gapHours: Math.min(longestGap, Math.max(1, value ?? 1)) })}
            />
          </div>
        )}
        {calls > firstCalls && (
          <Checkbox
            label="Call the first 10, then ask me"
            hint="Listen to a few before everybody is called."
            checked={plan.firstTen && !later}
            disabledReason={later && 'With a start time nobody may be there to be asked.'}
            onChange={(firstTen) => change({ firstTen })}
          />
        )}
        {calls >= breakerRule.endedLeast && (
          <Checkbox
            label="Stop if calls fail for technical reasons"
            hint={`Cancels the rest once half of at least ${breakerRule.endedLeast} ended calls failed for such a reason. Busy, no answer and voicemail do not count.`}
            checked={plan.breaker}
            onChange={(breaker) => change({ breaker })}
          />
        )}
        {(outlook?.mayClose || isSomebodyLater) && (
          <Checkbox
            label="Continue by itself when calling hours open again"
            hint="Applies to people who are not called before the hours end, or who wait for them to open. If this is off, Switchboard asks you first."
            checked={plan.continues}
            onChange={(continues) => change({ continues })}
          />
        )}
        <ul className="flex flex-col gap-1 border-t border-line pt-3 text-soft" aria-label="What will happen when">
          {[
            ...planSentences({ ...plan, callBacks: outlook?.callBacks ?? plan.callBacks }, calls, now, isApproved),
            ...(outlook?.sentences ?? []),
            ...(outlook?.mayClose ? [afterHoursText(plan)] : []),
          ].map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </div>
    </Section>
  )
}
