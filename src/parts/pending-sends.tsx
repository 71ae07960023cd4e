/**
 * What this person decided and what becomes of it, on top of every page but review, which has a place of its own for it. A line that
 * is there stays until one goes elsewhere or dismisses it: nothing on the page moves when it ends.
 */
import { useRead } from '#api/reads.ts'
import { DecisionList, useDecisionLines } from './decision-list.tsx'
import { decisionsRead } from './decisions.ts'

export default function PendingSends() {
  const { data, readAt } = useRead(decisionsRead)
  const { lines, dismiss } = useDecisionLines(data?.decisions ?? [], true, false)
  if (lines.length === 0) return null
  return (
    <section
      aria-label="Pending sends"
      className="mx-3 mt-3 overflow-clip rounded-large border border-line bg-raised sm:mx-gutter"
    >
      <DecisionList lines={lines} readAtOf={() => readAt ?? 0} onDismiss={dismiss} />
    </section>
  )
}
