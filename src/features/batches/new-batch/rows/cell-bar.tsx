/** Shows the selected cell in full below the grid, with its problems and the actions that fix them. */
import Pencil from 'lucide-react/icons/pencil'
import { withoutPlace } from '#recipients/file/texts.ts'
import type { ShownRow } from '#recipients/worker/protocol.ts'
import { Button } from '#ui/forms/button.tsx'
import { number } from '#ui/text/format-number.ts'
import { visible } from '#ui/text/visible-text.tsx'
import { applyOperation } from '../state/new-batch-store.ts'
import { remarksOnCell } from '../state/row-texts.ts'
import * as texts from './texts.tsx'

/** A sentence about a cell, in which backticks enclose the cell's own text. */
export const QuotedText = ({ text }: { text: string }) =>
  text.split('`').map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- parts of a sentence have no other key
      <code key={index} className="mono rounded-small bg-hover box-decoration-clone px-1 wrap-anywhere text-ink">
        {visible(part)}
      </code>
    ),
  )

interface Props {
  row: ShownRow | undefined
  /** The column's name in the file; '' for extra cells; null if the cell is not part of the file. */
  column: string | null
  label: string
  text: string
  /** Column index in the file. */
  columnIndex: number
  isPhone: boolean
  /** How many cells are selected. */
  selectedCount: number
  onEdit: () => void
  readSelectedRows: () => Promise<number[]>
}

/** The problems of this cell, and those of the whole row. */
function problemsOfCell({ problems, remarks }: ShownRow, column: string | null, columnIndex: number): string[] {
  const cellProblems = problems.filter(
    (problem) => problem.column === column || problem.column === '' || column === null,
  )
  const cellRemarks = remarks.filter(({ at }) => at === columnIndex)
  return [
    ...cellProblems.map(({ row, column, message }) => withoutPlace(message, row, column)),
    ...cellRemarks.map(({ remark }) => remarksOnCell[remark]),
  ]
}

export function CellBar({
  row,
  column,
  label,
  text,
  columnIndex,
  isPhone,
  selectedCount,
  onEdit,
  readSelectedRows,
}: Props) {
  if (!row) return <div className="min-h-18 border-t border-line" />
  const sentences = problemsOfCell(row, column, columnIndex)
  const suggestion = isPhone ? row.problems.find(({ repair }) => repair !== undefined)?.repair : undefined
  const isSeveral = selectedCount > 1
  const leaveOut = async (out: boolean) =>
    applyOperation({ kind: 'leaveOut', rows: isSeveral ? await readSelectedRows() : [row.number], out })
  // Of several rows, some may be left out already, so both actions are offered.
  const canLeaveOut = isSeveral || !['leftOut', 'blank', 'optedOut'].includes(row.verdict)
  const canCall = isSeveral || row.verdict === 'leftOut'
  return (
    <section
      aria-label="Selected cell"
      className="flex min-h-18 flex-wrap items-center gap-x-3 gap-y-1.5 border-t border-line px-3 py-2"
    >
      <div className="min-w-0 flex-1 basis-72">
        <p className="text-label text-muted">
          Row {number(row.number)}, {visible(label)}
          {selectedCount > 1 && ` – ${number(selectedCount)} cells selected`}
        </p>
        <p className="max-h-16 overflow-y-auto break-words whitespace-pre-wrap">
          {column === null ? '' : visible(text) || <span className="text-faint">{texts.emptyCell}</span>}
        </p>
        {sentences.map((sentence) => (
          <p key={sentence} className="text-label break-words text-soft">
            <QuotedText text={sentence} />
          </p>
        ))}
      </div>
      <div className="flex flex-wrap gap-1.5">
        {suggestion !== undefined && column !== null && (
          <Button
            size="small"
            variant="primary"
            onClick={() => applyOperation({ kind: 'edit', cells: [{ row: row.number, column, value: suggestion }] })}
          >
            Change to {suggestion}
          </Button>
        )}
        {column !== null && (
          <Button size="small" icon={Pencil} onClick={onEdit}>
            Edit cell
          </Button>
        )}
        {canLeaveOut && (
          <Button size="small" onClick={() => void leaveOut(true)}>
            {isSeveral ? 'Leave out the selected rows' : 'Leave out this row'}
          </Button>
        )}
        {canCall && (
          <Button size="small" onClick={() => void leaveOut(false)}>
            {isSeveral ? 'Call the selected rows' : 'Call this row'}
          </Button>
        )}
      </div>
    </section>
  )
}
