/** Columns of the file that say who must not be called: whom they leave out, and the way to say that one is an ordinary column. */
import { useState } from 'react'
import { useCommand } from '#api/commands.ts'
import { useUndoAddition } from '#components/do-not-call/use-undo-addition.ts'
import { notify, notifyRefusal } from '#kit/actions/notices.ts'
import { usePermission } from '#kit/permissions.ts'
import type { OptOutSummary, Summary } from '#recipients/worker/protocol.ts'
import { Button } from '#ui/forms/button.tsx'
import { Section } from '#ui/layout/section.tsx'
import { number, plural } from '#ui/text/format-number.ts'
import { visibleText } from '#ui/text/visible-text.tsx'
import { act, optedOutNumbers, useLaunch } from '../state/launch-store.ts'
import { Examples, GroupHeading } from './problem-parts.tsx'

/** For a column that only looks like one that says who must not be called. */
export const OrdinaryColumn = ({ column }: { column: string }) => (
  <div className="flex flex-col items-start gap-1">
    <Button size="small" onClick={() => act({ kind: 'rule', rule: 'ordinary', column, on: true })}>
      {`Treat “${visibleText(column)}” as an ordinary column`}
    </Button>
    <p className="text-label text-muted">Calls these people and sends the column to the agent.</p>
  </div>
)

const longestColumn = 100

/** Puts the numbers that a column marks on the do-not-call list, so that no other batch or call reaches them. */
function AddToList({ column, numbers, withoutNumber }: OptOutSummary) {
  const { source } = useLaunch()
  const { reason } = usePermission('doNotCallImport')
  const { run, isPending } = useCommand('doNotCallImport')
  const { undo: undoAddition } = useUndoAddition()
  const [isAdded, setAdded] = useState(false)
  const add = async () => {
    const listed = await optedOutNumbers(column)
    const upload = {
      reason: `Marked in column “${column.slice(0, longestColumn)}”`,
      source: 'column' as const,
      fileName: source?.name.slice(-longestColumn),
    }
    const file = new Blob([`phone_number\n${listed.join('\n')}\n`], { type: 'text/csv' })
    try {
      const { added, already, additionId } = await run({ upload, file })
      setAdded(true)
      const undo = (id: string) => undoAddition(id).then((isDone) => isDone && setAdded(false))
      notify({
        title:
          added === 0
            ? 'No numbers were added.'
            : `Added ${plural(added, 'number', 'numbers')} to the do-not-call list.`,
        ...(already > 0 && {
          text: `${number(already)} ${already === 1 ? 'was' : 'were'} already on the list.`,
        }),
        ...(additionId !== null && { action: { label: 'Undo', onClick: () => void undo(additionId) } }),
      })
    } catch (error) {
      notifyRefusal(error)
    }
  }
  if (numbers === 0) return null
  const these = numbers === 1 ? 'this number' : `these ${number(numbers)} numbers`
  return (
    <div className="flex flex-col items-start gap-1">
      <Button
        size="small"
        pending={isPending}
        disabledReason={reason || (isAdded && 'These numbers are on the do-not-call list.')}
        onClick={() => void add()}
      >
        {isAdded ? 'Added to the do-not-call list' : `Add ${these} to the do-not-call list`}
      </Button>
      {withoutNumber > 0 && (
        <p className="text-label text-muted">
          {plural(withoutNumber, 'row has', 'rows have')} no readable number and can’t be added.
        </p>
      )}
    </div>
  )
}

/** Rows that a column of the file marks "do not call": they are left out unless a person says that it is an ordinary column. */
export function OptedOut({ file }: { file: Summary }) {
  const marked = file.groups.find(({ reason }) => reason === 'opted_out')
  if (!marked) return null
  const columns = file.optOuts.filter(({ isOrdinary, rows }) => !isOrdinary && rows > 0)
  return (
    <Section title="Opt-outs in your file" facts={plural(marked.count, 'row is left out', 'rows are left out')} flush>
      <ul className="divide-y divide-line">
        {columns.map((one) => {
          const { column, rows, empty, numbers } = one
          return (
            <li key={column} className="flex flex-col gap-1.5 px-3 py-2">
              <GroupHeading title={`Marked in column ${visibleText(column)}`} count={rows} show="optedOut" />
              <Examples examples={marked.examples.filter((one) => one.column === column)} count={rows} />
              {empty > 0 && (
                <p className="text-label text-muted">{`${plural(empty, 'row has', 'rows have')} no value in this column and ${empty === 1 ? 'is' : 'are'} not left out.`}</p>
              )}
              <AddToList key={numbers} {...one} />
              <OrdinaryColumn column={column} />
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
