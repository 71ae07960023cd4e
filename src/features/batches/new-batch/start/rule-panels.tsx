/** A panel for each rule that found people in the file. */
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

type Findings = RecipientFindings

/** Gives a rule its own part of the findings. */
const view = <Found,>(foundIn: (findings: Findings) => Found, { Panel, reason }: RuleView<Found>) => ({
  reason: (findings: Findings, newBatch: NewBatch) => reason(foundIn(findings), newBatch),
  panel: (findings: Findings, newBatch: NewBatch) => <Panel found={foundIn(findings)} newBatch={newBatch} />,
})

/** In the order in which they are shown. */
const views: Record<keyof Findings, ReturnType<typeof view>> = {
  doNotCall: view((findings) => findings.doNotCall, doNotCall),
  contacted: view(({ contacted }) => contacted, calledBefore),
  overLimit: view((findings) => findings.overLimit, overLimit),
  hours: view(({ hours }) => hours, outsideHours),
}
const rules = Object.keys(views) as (keyof Findings)[]

/** Why the batch cannot be started yet, a sentence for each rule. Once a start was sent, its own people no longer count. */
export function reasonsOfRules(newBatch: NewBatch, { findings, isChecking, approval }: RecipientsCheck): string[] {
  if (newBatch.intention !== null) return []
  if (findings === null) return isChecking ? [texts.stillChecking] : []
  // The approval decides when it starts. Calling hours are checked then.
  const isForLater = approval !== null && newBatch.plan.startAt === null
  return rules.filter((rule) => !(isForLater && rule === 'hours')).map((rule) => views[rule].reason(findings, newBatch))
}

interface Props {
  newBatch: NewBatch
  check: RecipientsCheck
  /** A rule that does not matter at this step. */
  without?: keyof Findings
}

export function RulePanels({ newBatch, check, without }: Props) {
  const box = useKeepFocus(`${newBatch.revision} ${newBatch.plan.hours === null}`)
  const { findings, refusal, isChecking, isCurrent } = check
  if (newBatch.intention !== null) return null
  return (
    <div ref={box} tabIndex={-1} className="flex min-w-0 flex-col gap-4 outline-none empty:hidden">
      {refusal && !isCurrent && (
        <Section title={texts.callingRules}>
          <ErrorNote text={refusalText(refusal, false)}>
            <Button size="small" pending={isChecking} onClick={check.check}>
              {texts.checkAgain}
            </Button>
          </ErrorNote>
        </Section>
      )}
      {findings && (
        <FindingsAreCurrent value={isCurrent}>
          {rules.map(
            (rule) => rule !== without && <Fragment key={rule}>{views[rule].panel(findings, newBatch)}</Fragment>,
          )}
        </FindingsAreCurrent>
      )}
    </div>
  )
}
