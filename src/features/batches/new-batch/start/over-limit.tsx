/** People in the file who have reached the contact limits: leave them out, or call them with a reason. */
import { useState } from 'react'
import type { OverLimit } from '#contract/index.ts'
import { Button } from '#ui/forms/button.tsx'
import { decisionsOf, type NewBatch } from '../state/new-batch.ts'
import { dispatch } from '../state/new-batch-store.ts'
import { causesOf } from './causes.tsx'
import { FindingPanel, type RuleView } from './finding-panel.tsx'
import { ReasonForm } from './reason-form.tsx'
import * as texts from './texts.tsx'

/** Why the operator calls them anyway; undefined: not decided. The reason expires if more people are found. */
export function overLimitReasonOf(newBatch: NewBatch, found: OverLimit): string | undefined {
  const { overLimit } = decisionsOf(newBatch)
  return overLimit && overLimit.people >= found.people ? overLimit.reason : undefined
}

function Panel({ found, newBatch }: { found: OverLimit; newBatch: NewBatch }) {
  const [isAsking, setAsking] = useState(false)
  const count = found.people
  const reason = overLimitReasonOf(newBatch, found)
  const decide = (given: string | undefined) => {
    setAsking(false)
    dispatch({
      type: 'decided',
      decisions: { overLimit: given === undefined ? undefined : { people: count, reason: given } },
    })
  }
  return (
    <FindingPanel
      title={texts.calledTooOften}
      rule="overLimit"
      newBatch={newBatch}
      rows={found.rows}
      sentence={(counts) => texts.overLimitFound(counts, found)}
      nobodyElse={texts.overLimitNobodyElse}
      decided={reason === undefined ? undefined : texts.overLimitDecided(count)}
      causes={causesOf(found.by)}
      actions={
        reason !== undefined ? (
          <Button onClick={() => decide(undefined)}>{texts.doNotCall}</Button>
        ) : isAsking ? (
          <ReasonForm
            label={texts.overLimitReasonLabel}
            action={texts.callPeople(count)}
            onGiven={decide}
            onCancel={() => setAsking(false)}
          />
        ) : (
          <Button onClick={() => setAsking(true)}>{texts.callOverLimit}</Button>
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
  reason(found, newBatch) {
    if (found.people === 0 || overLimitReasonOf(newBatch, found) !== undefined) return ''
    return texts.overLimitReason(found.people)
  },
}
