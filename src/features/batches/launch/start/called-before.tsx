/** People in the file who are in another batch or were called recently, and whether to call them again (reliability R02). */
import type { Contacted } from '#contract/index.ts'
import { Button } from '#ui/forms/button.tsx'
import { decisionsOf, type Launch } from '../state/launch.ts'
import { dispatch } from '../state/launch-store.ts'
import { causesOf } from './causes.tsx'
import { FindingPanel, type RuleView } from './finding-panel.tsx'
import * as texts from './texts.tsx'

/** How many people the operator chose to call again; undefined: not decided. The choice expires if more people are found. */
export function callAgainOf(launch: Launch, found: Contacted): number | undefined {
  const { callAgain } = decisionsOf(launch)
  return callAgain !== undefined && callAgain >= found.people ? callAgain : undefined
}

function Panel({ found, launch }: { found: Contacted; launch: Launch }) {
  const count = found.people
  const callAgain = callAgainOf(launch, found)
  const decide = (value: number | undefined) => void dispatch({ type: 'decided', decisions: { callAgain: value } })
  return (
    <FindingPanel
      title={texts.alreadyCalled}
      rule="calledBefore"
      launch={launch}
      rows={found.rows}
      sentence={texts.calledBeforeFound}
      nobodyElse={texts.calledBeforeNobodyElse}
      decided={callAgain === undefined ? undefined : texts.calledAgainDecided(count)}
      causes={causesOf(found.by)}
      actions={
        callAgain === undefined ? (
          <Button onClick={() => decide(count)}>{texts.callAgain(count)}</Button>
        ) : (
          <Button onClick={() => decide(undefined)}>{texts.doNotCallAgain}</Button>
        )
      }
    />
  )
}

export const calledBefore: RuleView<Contacted> = {
  Panel,
  reason(found, launch) {
    if (found.people === 0 || callAgainOf(launch, found) !== undefined) return ''
    return texts.calledBeforeReason(found.people)
  },
}
