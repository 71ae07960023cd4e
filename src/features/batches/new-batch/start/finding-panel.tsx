/** The panel that all calling rules share: how many people a rule found in the file, why, and what the operator can do. */
import { createContext, type ReactNode, use, useState } from 'react'
import { Link } from '#kit/navigation/link.tsx'
import { type LeftOutBy, repairsOf, rowsLeftOutBy } from '#recipients/check/repairs.ts'
import { Button } from '#ui/forms/button.tsx'
import { Section } from '#ui/layout/section.tsx'
import { StatusLabel } from '#ui/status/status-label.tsx'
import { plural } from '#ui/text/format-number.ts'
import { callCountOf, currentOperations, type NewBatch } from '../state/new-batch.ts'
import { newBatchSearch } from '../state/new-batch-search.ts'
import { applyOperation, leaveOutFound } from '../state/new-batch-store.ts'
import * as texts from './texts.tsx'

/** Whether the findings are about the rows as they are now. */
export const FindingsAreCurrent = createContext(false)

interface Props {
  title: string
  rule: LeftOutBy
  newBatch: NewBatch
  /** Rows of the people found, numbered as in a spreadsheet; empty if nobody was found. */
  rows: readonly number[]
  /** Returns a sentence about why the rule applies to these people. */
  sentenceFor: (counts: texts.FoundCount) => ReactNode
  /** A sentence that nobody else was found, shown when the people found are left out. */
  nobodyElse: string
  /** What the operator decided instead of leaving these people out, for example "5 people will be called again". */
  decisionText?: string | undefined
  /** Why they were found, for example other batches, with the accessible name of the list. */
  causes?: { label: string; items: ReactNode }
  /** The button of the recommended decision, if that is not leaving them out. Shown first. */
  primaryAction?: ReactNode
  /** Buttons for decisions other than leaving them out. */
  actions?: ReactNode
  children?: ReactNode
}

/** The panel of one rule. Shows nothing if the rule found nobody and nobody is left out. */
export function FindingPanel(props: Props) {
  const { rule, newBatch, rows } = props
  const isCurrent = use(FindingsAreCurrent)
  const leftOut = rowsLeftOutBy(repairsOf(currentOperations(newBatch)), rule)
  // Rows that were just left out no longer count, even before the file is checked again.
  if (rows.length > 0 && (isCurrent || leftOut.length === 0)) return <FoundPeople {...props} />
  return leftOut.length > 0 && <LeftOutRows {...props} rows={leftOut} isCurrent={isCurrent} />
}

function FoundPeople({
  title,
  rule,
  newBatch,
  rows,
  sentenceFor,
  decisionText,
  causes,
  primaryAction,
  actions,
  children,
}: Props) {
  const isCurrent = use(FindingsAreCurrent)
  const [isLeavingOut, setLeavingOut] = useState(false)
  const calls = callCountOf(newBatch)
  const foundCount = { count: rows.length, of: calls }
  const leaveOut = async () => {
    setLeavingOut(true)
    await leaveOutFound(rows, rule).finally(() => setLeavingOut(false))
  }
  return (
    <Section
      title={title}
      facts={
        decisionText === undefined ? (
          <StatusLabel state="needs-you" label={texts.foundCount(foundCount)} />
        ) : (
          <StatusLabel state="waiting" label={decisionText} />
        )
      }
      flush
    >
      <p className="px-3 py-2 text-soft">{sentenceFor(foundCount)}</p>
      {causes && (
        <ul className="divide-y divide-line" aria-label={causes.label}>
          {causes.items}
        </ul>
      )}
      {children}
      <div className="flex flex-wrap items-center gap-2 border-t border-line px-3 py-2">
        {primaryAction}
        <Button
          variant={primaryAction || decisionText !== undefined ? 'quiet' : 'primary'}
          pending={isLeavingOut}
          disabledReason={!isCurrent && 'The file has changed and is being checked again.'}
          onClick={() => void leaveOut()}
        >
          Leave out {plural(foundCount.count, 'person', 'people')}
        </Button>
        {actions}
      </div>
    </Section>
  )
}

/** Rows that were left out because of the rule, with a button to include them again. */
function LeftOutRows({ title, rows, nobodyElse, isCurrent }: Props & { isCurrent: boolean }) {
  return (
    <Section
      title={title}
      facts={<StatusLabel state="done" label={`${plural(rows.length, 'row', 'rows')} left out`} />}
      actions={
        <Button size="small" variant="ghost" onClick={() => applyOperation({ kind: 'leaveOut', rows, out: false })}>
          Include them again
        </Button>
      }
    >
      {/* First, so that it does not move under the pointer when the sentence appears. */}
      <Link to={newBatchSearch('validate', 'leftOut')}>Show left-out rows</Link>
      {isCurrent && <p className="text-soft">{nobodyElse}</p>}
    </Section>
  )
}
