/** A panel for each calling rule that found people in the file. */
import { Fragment } from 'react'
import type { RecipientFindings } from '#contract/index.ts'
import { refusalText } from '#kit/data/refusal-text.ts'
import { Button } from '#ui/forms/button.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { Section } from '#ui/layout/section.tsx'
import { useKeepFocus } from '../rows/use-keep-focus.ts'
import type { NewBatch } from '../state/new-batch.ts'
import { calledBefore } from './called-before.tsx'
import { doNotCall } from './do-not-call.tsx'
import { FindingsAreCurrent, type RuleView } from './finding-panel.tsx'
import { outsideHours } from './outside-hours.tsx'
import { overLimit } from './over-limit.tsx'
import * as texts from './texts.tsx'
import type { RecipientsCheck } from './use-recipients-check.ts'

/** Binds a rule's view to its own finding among the findings of all rules. */
const bindRule = <Finding,>(
  findingIn: (findings: RecipientFindings) => Finding,
  { Panel, reason }: RuleView<Finding>,
) => ({
  reason: (findings: RecipientFindings, newBatch: NewBatch) => reason(findingIn(findings), newBatch),
  panel: (findings: RecipientFindings, newBatch: NewBatch) => (
    <Panel finding={findingIn(findings)} newBatch={newBatch} />
  ),
})

/** In the order in which they are shown. */
const ruleViews: Record<keyof RecipientFindings, ReturnType<typeof bindRule>> = {
  doNotCall: bindRule((findings) => findings.doNotCall, doNotCall),
  contacted: bindRule(({ contacted }) => contacted, calledBefore),
  overLimit: bindRule((findings) => findings.overLimit, overLimit),
  hours: bindRule(({ hours }) => hours, outsideHours),
}
const rules = Object.keys(ruleViews) as (keyof RecipientFindings)[]

/** Why the batch cannot be started yet, a sentence for each rule. Empty once the start was sent, because the rules would find the batch's own people. */
export function reasonsOfRules(newBatch: NewBatch, { findings, isChecking, approval }: RecipientsCheck): string[] {
  if (newBatch.intention !== null) return []
  if (findings === null) return isChecking ? ['Switchboard is still checking this file against your team’s calls.'] : []
  // The batch starts when it is approved, and calling hours are checked at that time.
  const isForLater = approval !== null && newBatch.plan.startAt === null
  return rules
    .filter((rule) => !(isForLater && rule === 'hours'))
    .map((rule) => ruleViews[rule].reason(findings, newBatch))
}

interface Props {
  newBatch: NewBatch
  check: RecipientsCheck
}

export function RulePanels({ newBatch, check }: Props) {
  const box = useKeepFocus(`${newBatch.revision} ${newBatch.plan.hours === null}`)
  const { findings, refusal, isChecking, isCurrent } = check
  if (newBatch.intention !== null) return null
  return (
    <div ref={box} tabIndex={-1} className="flex min-w-0 flex-col gap-4 outline-none empty:hidden">
      {refusal && !isCurrent && (
        <Section title="Calling rules">
          <ErrorNote text={refusalText(refusal, false)}>
            <Button size="small" pending={isChecking} onClick={check.recheck}>
              {texts.checkAgain}
            </Button>
          </ErrorNote>
        </Section>
      )}
      {findings && (
        <FindingsAreCurrent value={isCurrent}>
          {rules.map((rule) => (
            <Fragment key={rule}>{ruleViews[rule].panel(findings, newBatch)}</Fragment>
          ))}
        </FindingsAreCurrent>
      )}
    </div>
  )
}
