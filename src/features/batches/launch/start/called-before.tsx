/** The people of the list who are being called: by which batch or call, and whether to call them again (reliability R02). */
import type { Contacted } from '#contract/index.ts'
import { Button } from '#ui/forms/button.tsx'
import { decisionsOf, type Launch } from '../state/launch.ts'
import { dispatch } from '../state/launch-store.ts'
import { causesOf } from './causes.tsx'
import { FindingPanel, people, type RuleView } from './finding-panel.tsx'

/** How many the operator chose to call again; undefined: none chosen yet. A choice does not hold for more people. */
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
      title="Already called"
      rule="calledBefore"
      launch={launch}
      rows={found.rows}
      sentence={(one) =>
        `${one ? 'is' : 'are'} in a running or scheduled batch, held back, or may have been called in the last 24 hours.`
      }
      nobodyElse="is in a running or scheduled batch, held back, or may have been called in the last 24 hours."
      decided={callAgain === undefined ? undefined : `${people(count)} will be called again`}
      causes={causesOf(found.by)}
      actions={
        callAgain === undefined ? (
          <Button onClick={() => decide(count)}>{`Call ${people(count)} again`}</Button>
        ) : (
          <Button onClick={() => decide(undefined)}>Do not call them again</Button>
        )
      }
    />
  )
}

export const calledBefore: RuleView<Contacted> = {
  Panel,
  reason(found, launch) {
    if (found.people === 0 || callAgainOf(launch, found) !== undefined) return ''
    const one = found.people === 1
    return `${people(found.people)} in your list ${one ? 'is' : 'are'} in another batch or may have been called in the last 24 hours. Leave them out, or choose to call them again.`
  },
}
