/** What a rule found in the list: how many people, what causes it, and what can be decided about them. Shared by all rules. */
import { type ComponentType, createContext, type ReactNode, use, useState } from 'react'
import { Link } from '#kit/navigation/link.tsx'
import { type LeftOutBy, repairsOf, rowsLeftOutBy } from '#recipients/check/repairs.ts'
import { Button } from '#ui/forms/button.tsx'
import { Section } from '#ui/layout/section.tsx'
import { Lamp } from '#ui/status/lamp.tsx'
import { number, plural } from '#ui/text/format-number.ts'
import { callsOf, currentOperations, type Launch } from '../state/launch.ts'
import { launchSearch } from '../state/launch-search.ts'
import { act, leaveOutFound } from '../state/launch-store.ts'

export const people = (count: number) => plural(count, 'person', 'people')

/** Whether the findings are about the rows as they are now. */
export const FindingsAreCurrent = createContext(false)

/** How a rule is shown. An entry for each in `rule-panels.tsx`. */
export interface RuleView<Found> {
  /** Built on `FindingPanel`. It shows nothing where nobody was found. */
  Panel: ComponentType<{ found: Found; launch: Launch }>
  /** Why the list cannot be started yet; '' when it can. */
  reason: (found: Found, launch: Launch) => string
}

interface Props {
  title: string
  rule: LeftOutBy
  launch: Launch
  /** Of the file that would be sent, as a spreadsheet counts; empty: it found nobody. */
  rows: readonly number[]
  /** After "212 of the 4,800 people in your list" or "Everybody in your list". @param one "is" and not "are" */
  sentence: (one: boolean) => ReactNode
  /** After "Nobody else in your list", when those it found are left out. */
  nobodyElse: string
  /** What the operator decided instead of leaving them out, such as "5 people will be called again". */
  decided?: string | undefined
  /** Causes, such as batches, with the name of the list. */
  causes?: { label: string; items: ReactNode }
  /** A better decision than leaving them out, shown first. */
  first?: ReactNode
  /** Other decisions than leaving them out. */
  actions?: ReactNode
  children?: ReactNode
}

/** Nothing is shown where nobody is found and nobody is left out. */
export function FindingPanel(props: Props) {
  const { rule, launch, rows } = props
  const isCurrent = use(FindingsAreCurrent)
  const leftOut = rowsLeftOutBy(repairsOf(currentOperations(launch)), rule)
  // Rows that were just left out are not found any more: that is known before the list is compared again.
  if (rows.length > 0 && (isCurrent || leftOut.length === 0)) return <Found {...props} />
  return leftOut.length > 0 && <LeftOut {...props} rows={leftOut} isCurrent={isCurrent} />
}

function Found({ title, rule, launch, rows, sentence, decided, causes, first, actions, children }: Props) {
  const isCurrent = use(FindingsAreCurrent)
  const [isLeavingOut, setLeavingOut] = useState(false)
  const calls = callsOf(launch)
  const count = rows.length
  const leaveOut = async () => {
    setLeavingOut(true)
    await leaveOutFound(rows, rule).finally(() => setLeavingOut(false))
  }
  return (
    <Section
      title={title}
      facts={
        decided === undefined ? (
          <Lamp state="needs-you" word={`${number(count)} of ${people(calls)}`} />
        ) : (
          <Lamp state="waiting" word={decided} />
        )
      }
      flush
    >
      <p className="px-3 py-2 text-soft">
        {count === calls ? 'Everybody' : `${number(count)} of the ${people(calls)}`} in your list{' '}
        {/* "Everybody is". */}
        {sentence(count === 1 || count === calls)}
      </p>
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
          disabledReason={!isCurrent && 'Your list has changed and is being compared again.'}
          onClick={() => void leaveOut()}
        >
          {`Leave out ${people(count)}`}
        </Button>
        {actions}
      </div>
    </Section>
  )
}

/** Rows that were left out for this, with the way back. */
function LeftOut({ title, rows, nobodyElse, isCurrent }: Props & { isCurrent: boolean }) {
  return (
    <Section
      title={title}
      facts={<Lamp state="done" word={`${plural(rows.length, 'row', 'rows')} left out`} />}
      actions={
        <Button size="small" variant="ghost" onClick={() => act({ kind: 'leaveOut', rows, out: false })}>
          Put them back
        </Button>
      }
    >
      {/* First, so that it does not move under the pointer when the sentence comes. */}
      <Link to={launchSearch('validate', 'leftOut')}>Show the left-out rows</Link>
      {isCurrent && <p className="text-soft">{`Nobody else in your list ${nobodyElse}`}</p>}
    </Section>
  )
}
