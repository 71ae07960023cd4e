/** The panel that all rules share: how many people a rule found, why, and what the operator can do. */
import { type ComponentType, createContext, type ReactNode, use, useState } from 'react'
import { Link } from '#kit/navigation/link.tsx'
import { type LeftOutBy, repairsOf, rowsLeftOutBy } from '#recipients/check/repairs.ts'
import { Button } from '#ui/forms/button.tsx'
import { Section } from '#ui/layout/section.tsx'
import { StatusLabel } from '#ui/status/status-label.tsx'
import { callsOf, currentOperations, type NewBatch } from '../state/new-batch.ts'
import { newBatchSearch } from '../state/new-batch-search.ts'
import { act, leaveOutFound } from '../state/new-batch-store.ts'
import * as texts from './texts.tsx'

/** Whether the findings are about the rows as they are now. */
export const FindingsAreCurrent = createContext(false)

/** How a rule is shown. `rule-panels.tsx` lists all rules. */
export interface RuleView<Found> {
  /** A `FindingPanel`. Shows nothing if nobody was found. */
  Panel: ComponentType<{ found: Found; newBatch: NewBatch }>
  /** Why the batch cannot be started yet; '' if it can. */
  reason: (found: Found, newBatch: NewBatch) => string
}

interface Props {
  title: string
  rule: LeftOutBy
  newBatch: NewBatch
  /** Rows of the people found, numbered as in a spreadsheet; empty if nobody was found. */
  rows: readonly number[]
  /** Says what is wrong with the people found. */
  sentence: (found: texts.FoundCount) => ReactNode
  /** Says that nobody else was found, when the people found are left out. */
  nobodyElse: string
  /** What the operator decided instead of leaving them out, for example "5 people will be called again". */
  decided?: string | undefined
  /** Why they were found, for example other batches, with the accessible name of the list. */
  causes?: { label: string; items: ReactNode }
  /** A button for a better decision than leaving them out, shown first. */
  first?: ReactNode
  /** Buttons for decisions other than leaving them out. */
  actions?: ReactNode
  children?: ReactNode
}

/** Shows nothing if nobody was found and nobody is left out. */
export function FindingPanel(props: Props) {
  const { rule, newBatch, rows } = props
  const isCurrent = use(FindingsAreCurrent)
  const leftOut = rowsLeftOutBy(repairsOf(currentOperations(newBatch)), rule)
  // Rows that were just left out no longer count, even before the file is checked again.
  if (rows.length > 0 && (isCurrent || leftOut.length === 0)) return <Found {...props} />
  return leftOut.length > 0 && <LeftOut {...props} rows={leftOut} isCurrent={isCurrent} />
}

function Found({ title, rule, newBatch, rows, sentence, decided, causes, first, actions, children }: Props) {
  const isCurrent = use(FindingsAreCurrent)
  const [isLeavingOut, setLeavingOut] = useState(false)
  const calls = callsOf(newBatch)
  const found = { count: rows.length, of: calls }
  const leaveOut = async () => {
    setLeavingOut(true)
    await leaveOutFound(rows, rule).finally(() => setLeavingOut(false))
  }
  return (
    <Section
      title={title}
      facts={
        decided === undefined ? (
          <StatusLabel state="needs-you" label={texts.foundCount(found)} />
        ) : (
          <StatusLabel state="waiting" label={decided} />
        )
      }
      flush
    >
      <p className="px-3 py-2 text-soft">{sentence(found)}</p>
      {causes && (
        <ul className="divide-y divide-line" aria-label={causes.label}>
          {causes.items}
        </ul>
      )}
      {children}
      <div className="flex flex-wrap items-center gap-2 border-t border-line px-3 py-2">
        {first}
        <Button
          variant={first || decided !== undefined ? 'quiet' : 'primary'}
          pending={isLeavingOut}
          disabledReason={!isCurrent && texts.checkingAgain}
          onClick={() => void leaveOut()}
        >
          {texts.leaveOut(found.count)}
        </Button>
        {actions}
      </div>
    </Section>
  )
}

/** Rows that were left out because of the rule, with a button to include them again. */
function LeftOut({ title, rows, nobodyElse, isCurrent }: Props & { isCurrent: boolean }) {
  return (
    <Section
      title={title}
      facts={<StatusLabel state="done" label={texts.rowsLeftOut(rows.length)} />}
      actions={
        <Button size="small" variant="ghost" onClick={() => act({ kind: 'leaveOut', rows, out: false })}>
          {texts.includeAgain}
        </Button>
      }
    >
      {/* First, so that it does not move under the pointer when the sentence appears. */}
      <Link to={newBatchSearch('validate', 'leftOut')}>{texts.showLeftOut}</Link>
      {isCurrent && <p className="text-soft">{nobodyElse}</p>}
    </Section>
  )
}
