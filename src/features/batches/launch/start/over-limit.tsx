/** The people of the list who were called as often as the limits allow: leave them out, or call them with a reason. */
import { useState } from 'react'
import type { OverLimit } from '#contract/index.ts'
import { Button } from '#ui/forms/button.tsx'
import { number } from '#ui/text/format-number.ts'
import { decisionsOf, type Launch } from '../state/launch.ts'
import { dispatch } from '../state/launch-store.ts'
import { causesOf } from './causes.tsx'
import { FindingPanel, people, type RuleView } from './finding-panel.tsx'
import { ReasonForm } from './reason-form.tsx'

/** Why the operator calls them all the same; undefined: no reason is given. A reason does not hold for more people. */
export function overLimitReasonOf(launch: Launch, found: OverLimit): string | undefined {
  const { overLimit } = decisionsOf(launch)
  return overLimit && overLimit.people >= found.people ? overLimit.reason : undefined
}

const times = (count: number) => (count === 1 ? '' : ` ${count} times`)

/** After "Everybody in your list" or "212 of the 4,800 people in your list". */
function sentenceOf({ people: all, overDay, limits: { perDay, perWeek } }: OverLimit, one: boolean): string {
  const overWeek = all - overDay
  const be = one ? 'was' : 'were'
  const day = `${be} called${times(perDay)} in the last 24 hours`
  const week = `${be} called${times(perWeek)} in the last 7 days`
  const limit = `The limit is ${perDay} in 24 hours and ${perWeek} in 7 days.`
  if (overWeek === 0) return `${day}. ${limit}`
  if (overDay === 0) return `${week}. ${limit}`
  return `reached the limit: ${number(overDay)} in the last 24 hours, ${number(overWeek)} in the last 7 days. ${limit}`
}

function Panel({ found, launch }: { found: OverLimit; launch: Launch }) {
  const [isAsking, setAsking] = useState(false)
  const count = found.people
  const reason = overLimitReasonOf(launch, found)
  const decide = (given: string | undefined) => {
    setAsking(false)
    dispatch({
      type: 'decided',
      decisions: { overLimit: given === undefined ? undefined : { people: count, reason: given } },
    })
  }
  return (
    <FindingPanel
      title="Called too often"
      rule="overLimit"
      launch={launch}
      rows={found.rows}
      sentence={(one) => sentenceOf(found, one)}
      nobodyElse="was called as often as the limits allow."
      decided={reason === undefined ? undefined : `${people(count)} will be called over the limit`}
      causes={causesOf(found.by)}
      actions={
        reason !== undefined ? (
          <Button onClick={() => decide(undefined)}>Do not call them</Button>
        ) : isAsking ? (
          <ReasonForm
            label="Reason to call them"
            action={`Call ${people(count)}`}
            onGiven={decide}
            onCancel={() => setAsking(false)}
          />
        ) : (
          <Button onClick={() => setAsking(true)}>Call them with a reason</Button>
        )
      }
    >
      {reason !== undefined && (
        <p className="border-t border-line px-3 py-2 break-words text-soft">Reason, kept in the audit: {reason}</p>
      )}
    </FindingPanel>
  )
}

export const overLimit: RuleView<OverLimit> = {
  Panel,
  reason(found, launch) {
    if (found.people === 0 || overLimitReasonOf(launch, found) !== undefined) return ''
    return `${people(found.people)} in your list ${found.people === 1 ? 'was' : 'were'} called as often as the limits allow. Leave them out, or give a reason to call them.`
  },
}
