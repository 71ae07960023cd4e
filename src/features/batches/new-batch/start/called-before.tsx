/** People in the file who are in another batch or were called recently, and whether to call them again (reliability R02). */
import type { Contacted } from '#contract/index.ts'
import { Button } from '#ui/forms/button.tsx'
import { plural } from '#ui/text/format-number.ts'
import { decisionsOf, type NewBatch } from '../state/new-batch.ts'
import { dispatch } from '../state/new-batch-store.ts'
import { causesOf } from './causes.tsx'
import { FindingPanel, type RuleView } from './finding-panel.tsx'
import * as texts from './texts.tsx'

/** How many people the operator chose to call again; undefined: not decided. The choice expires if more people are found. */
export function callAgainOf(newBatch: NewBatch, finding: Contacted): number | undefined {
  const { callAgain } = decisionsOf(newBatch)
  return callAgain !== undefined && callAgain >= finding.people ? callAgain : undefined
}

function Panel({ finding, newBatch }: { finding: Contacted; newBatch: NewBatch }) {
  const count = finding.people
  const callAgain = callAgainOf(newBatch, finding)
  const decide = (value: number | undefined) => void dispatch({ type: 'decided', decisions: { callAgain: value } })
  return (
    <FindingPanel
      title="Already called"
      rule="calledBefore"
      newBatch={newBatch}
      rows={finding.rows}
      sentenceFor={texts.calledBeforeFound}
      nobodyElse={texts.calledBeforeNobodyElse}
      decisionText={callAgain === undefined ? undefined : `${plural(count, 'person', 'people')} will be called again`}
      causes={causesOf(finding.by)}
      actions={
        callAgain === undefined ? (
          <Button onClick={() => decide(count)}>Call {plural(count, 'person', 'people')} again</Button>
        ) : (
          <Button onClick={() => decide(undefined)}>Undo this decision</Button>
        )
      }
    />
  )
}

export const calledBefore: RuleView<Contacted> = {
  Panel,
  reason(finding, newBatch) {
    if (finding.people === 0 || callAgainOf(newBatch, finding) !== undefined) return ''
    return texts.calledBeforeReason(finding.people)
  },
}
