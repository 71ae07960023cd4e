/** Opt-out columns, which mark people who must not be called: their rows, and a button that treats such a column as an ordinary one. */
import { useState } from 'react'
import { useCommand } from '#api/commands.ts'
import { StillIncludedNote } from '#components/do-not-call/still-included.tsx'
import { useUndoAddition } from '#components/do-not-call/use-undo-addition.ts'
import type { StillIncluded } from '#contract/index.ts'
import { notify, notifyRefusal } from '#kit/actions/notices.ts'
import { usePermission } from '#kit/permissions.ts'
import type { OptOutSummary, Summary } from '#recipients/worker/protocol.ts'
import { Button } from '#ui/forms/button.tsx'
import { Section } from '#ui/layout/section.tsx'
import { number, plural } from '#ui/text/format-number.ts'
import { visibleText } from '#ui/text/visible-text.tsx'
import { applyOperation, optedOutNumbers, useNewBatch } from '../state/new-batch-store.ts'
import { Examples, RowGroup } from './problem-parts.tsx'
import * as texts from './texts.tsx'

/** The button that asks again what a column means. */
const AnswerAgain = ({ column }: { column: string }) => (
  <div>
    <Button size="small" onClick={() => applyOperation({ kind: 'rule', rule: 'answer', column, answer: null })}>
      Change what “{visibleText(column)}” means
    </Button>
  </div>
)

/** The button for a column that was mistaken for an opt-out column. */
export const OrdinaryColumn = ({ column }: { column: string }) => (
  <div className="flex flex-col items-start gap-1">
    <Button size="small" onClick={() => applyOperation({ kind: 'rule', rule: 'ordinary', column, on: true })}>
      Treat “{visibleText(column)}” as an ordinary column
    </Button>
    <p className="text-label text-muted">Calls these people and sends the column to the agent.</p>
  </div>
)

const maxNameLength = 100

/** Adds the numbers that a column marks to the do-not-call list, so that no batch or call reaches them. */
function AddToList({ column, numbers, withoutNumber }: OptOutSummary) {
  const { source } = useNewBatch()
  const { reason } = usePermission('doNotCallImport')
  const { run, isPending } = useCommand('doNotCallImport')
  const { undo: undoAddition } = useUndoAddition()
  const [found, setFound] = useState<StillIncluded | null>(null)
  const isAdded = found !== null
  const add = async () => {
    const markedNumbers = await optedOutNumbers(column)
    const upload = {
      reason: `Marked in column “${column.slice(0, maxNameLength)}”`,
      source: 'column' as const,
      fileName: source?.name.slice(-maxNameLength),
    }
    const file = new Blob([`phone_number\n${markedNumbers.join('\n')}\n`], { type: 'text/csv' })
    try {
      const answer = await run({ upload, file })
      const { added, already, additionId } = answer
      setFound(answer)
      const undo = (id: string) => undoAddition(id).then((isDone) => isDone && setFound(null))
      notify({
        title:
          added === 0
            ? 'No numbers were added.'
            : `Added ${plural(added, 'number', 'numbers')} to the do-not-call list.`,
        ...(already > 0 && { text: `${number(already)} ${already === 1 ? 'was' : 'were'} already on the list.` }),
        ...(additionId !== null && { action: { label: 'Undo', onClick: () => void undo(additionId) } }),
      })
    } catch (error) {
      notifyRefusal(error)
    }
  }
  if (numbers === 0) return null
  return (
    <div className="flex flex-col items-start gap-1">
      <Button
        size="small"
        pending={isPending}
        disabledReason={reason || (isAdded && 'These numbers are on the do-not-call list.')}
        onClick={() => void add()}
      >
        {isAdded
          ? 'Added to the do-not-call list'
          : `Add ${numbers === 1 ? 'this number' : `these ${number(numbers)} numbers`} to the do-not-call list`}
      </Button>
      {found && (
        <div className="flex flex-col gap-2">
          <StillIncludedNote found={found} numbers={numbers} />
        </div>
      )}
      {withoutNumber > 0 && (
        <p className="text-label text-muted">
          {plural(withoutNumber, 'row has', 'rows have')} no readable number and can’t be added.
        </p>
      )}
    </div>
  )
}

/** Rows that a column marks "do not call". They are left out unless a person treats the column as an ordinary one. */
export function OptedOut({ file }: { file: Summary }) {
  const marked = file.groups.find(({ reason }) => reason === 'opted_out')
  if (!marked) return null
  const columns = file.optOuts.filter(({ isOrdinary, question, rows }) => !isOrdinary && !question && rows > 0)
  return (
    <Section title="Opt-outs in your file" facts={texts.rowsLeftOut(marked.count)} flush>
      <ul className="divide-y divide-line">
        {columns.map((optOut) => {
          const { column, rows, empty, numbers, isAnswered } = optOut
          return (
            <RowGroup
              key={column}
              title={`Marked in column ${visibleText(column)}`}
              count={rows}
              show="optedOut"
              isOpen
            >
              <Examples examples={marked.examples.filter((example) => example.column === column)} count={rows} />
              {empty > 0 && (
                <p className="text-label text-muted">
                  {plural(empty, 'row', 'rows')}{' '}
                  {empty === 1 ? 'has no value in this column and is' : 'have no value in this column and are'} not left
                  out.
                </p>
              )}
              <AddToList key={numbers} {...optOut} />
              {isAnswered ? <AnswerAgain column={column} /> : <OrdinaryColumn column={column} />}
            </RowGroup>
          )
        })}
      </ul>
    </Section>
  )
}
