/**
 * The operator's decisions and their outcomes, at the top of every page except review, which has its own panel. A line stays until the
 * operator leaves the page or dismisses it, so nothing on the page moves when a decision ends.
 */
import { useRead } from '#api/reads.ts'
import { DecisionList, useDecisionLines } from '#components/decisions/decision-list.tsx'
import { decisionsRead } from '#components/decisions/decisions.ts'
import * as texts from './texts.ts'

export default function PendingDecisions() {
  const { data } = useRead(decisionsRead)
  const { lines, dismiss } = useDecisionLines(data?.decisions ?? [], true, false)
  if (lines.length === 0) return null
  return (
    <section
      aria-label={texts.pendingDecisions}
      className="mx-3 mt-3 overflow-clip rounded-large border border-line bg-raised sm:mx-gutter"
    >
      <DecisionList lines={lines} onDismiss={dismiss} />
    </section>
  )
}
