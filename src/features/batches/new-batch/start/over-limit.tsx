/** People in the file who have reached the contact limits: leave them out, or call them with a reason. */
import { useState } from 'react'
import type { OverLimit } from '#contract/index.ts'
import { Button } from '#ui/forms/button.tsx'
import { plural } from '#ui/text/format-number.ts'
import { decisionsOf, type NewBatch } from '../state/new-batch.ts'
import { dispatch } from '../state/new-batch-store.ts'
import { causesOf } from './causes.tsx'
import { FindingPanel, type RuleView } from './finding-panel.tsx'
import { ReasonForm } from './reason-form.tsx'
import * as texts from './texts.tsx'

/** Why the operator calls these people anyway; undefined: not decided. The reason expires if more people are found. */
export function overLimitReasonOf(newBatch: NewBatch, finding: OverLimit): string | undefined {
  const { overLimit } = decisionsOf(newBatch)
  return overLimit && overLimit.people >= finding.people ? overLimit.reason : undefined
}

function Panel({ finding, newBatch }: { finding: OverLimit; newBatch: NewBatch }) {
  const [isAskingReason, setIsAskingReason] = useState(false)
  const count = finding.people
  const reason = overLimitReasonOf(newBatch, finding)
  const decide = (chosenReason: string | undefined) => {
    setIsAskingReason(false)
    dispatch({
      type: 'decided',
      decisions: { overLimit: chosenReason === undefined ? undefined : { people: count, reason: chosenReason } },
    })
  }
  return (
    <FindingPanel
      title="Called too often"
      rule="overLimit"
      newBatch={newBatch}
      rows={finding.rows}
      sentenceFor={(counts) => texts.overLimitFound(counts, finding)}
      nobodyElse="Nobody else in this file has reached the limit."
      decisionText={
        reason === undefined ? undefined : `${plural(count, 'person', 'people')} will be called over the limit`
      }
      causes={causesOf(finding.by)}
      actions={
        reason !== undefined ? (
          <Button onClick={() => decide(undefined)}>Undo this decision</Button>
        ) : isAskingReason ? (
          <ReasonForm
            label="Reason for calling over the limit"
            action={`Call ${plural(count, 'person', 'people')}`}
            onSubmit={decide}
            onCancel={() => setIsAskingReason(false)}
          />
        ) : (
          <Button onClick={() => setIsAskingReason(true)}>Call them anyway</Button>
        )
      }
    >
      {reason !== undefined && (
        <p className="border-t border-line px-3 py-2 break-words text-soft">{texts.recordedReason(reason)}</p>
      )}
    </FindingPanel>
  )
}

export const overLimit: RuleView<OverLimit> = {
  Panel,
  reason(finding, newBatch) {
    if (finding.people === 0 || overLimitReasonOf(newBatch, finding) !== undefined) return ''
    return texts.overLimitReason(finding.people)
  },
}
