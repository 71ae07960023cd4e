/** Below the rows: the cell that is meant, whole, with what is the matter with it and what can be done about it. */
import Pencil from 'lucide-react/icons/pencil'
import type { ShownRow } from '#recipients/worker/protocol.ts'
import { Button } from '#ui/forms/button.tsx'
import { number } from '#ui/text/format-number.ts'
import { visible } from '#ui/text/visible-text.tsx'
import { act } from '../state/launch-store.ts'
import { remarkTexts } from '../state/row-texts.ts'

/** A sentence about a cell: what stands between backticks is the cell's own text, and looks like it. */
export const QuotedText = ({ text }: { text: string }) =>
  text.split('`').map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of a sentence have no other name
      <code key={index} className="mono rounded-small bg-hover box-decoration-clone px-1 wrap-anywhere text-ink">
        {visible(part)}
      </code>
    ),
  )

interface Props {
  row: ShownRow | undefined
  /** As the file calls it; '' for what is beyond the last; null where the cell is not the file's. */
  column: string | null
  label: string
  text: string
  /** Among the columns of the file. */
  place: number
  isPhone: boolean
  /** How many cells are selected. */
  selected: number
  onEdit: () => void
  rowsSelected: () => Promise<number[]>
}

/** The place stands above already. */
const withoutPlace = ({ row, column, message }: ShownRow['problems'][number]): string =>
  [`Row ${row}, column ${column}: `, `Row ${row}: `].reduce(
    (text, place) => (text.startsWith(place) ? text.slice(place.length) : text),
    message,
  )

/** What is wrong with the row stands at its own cell; what is wrong with all of it, at each. */
function sentencesFor({ problems, remarks }: ShownRow, column: string | null, place: number): string[] {
  const own = problems.filter((problem) => problem.column === column || problem.column === '' || column === null)
  const odd = remarks.filter(({ at }) => at === place)
  return [...own.map(withoutPlace), ...odd.map(({ remark }) => `This cell has ${remarkTexts[remark].cell}.`)]
}

export function CellBar({ row, column, label, text, place, isPhone, selected, onEdit, rowsSelected }: Props) {
  if (!row) return <div className="min-h-18 border-t border-line" />
  const sentences = sentencesFor(row, column, place)
  const suggestion = isPhone ? row.problems.find(({ repair }) => repair !== undefined)?.repair : undefined
  const isOut = row.verdict === 'leftOut'
  const leaveOut = async () => {
    const rows = selected > 1 ? await rowsSelected() : [row.number]
    act({ kind: 'leaveOut', rows, out: !isOut })
  }
  return (
    <section
      aria-label="The cell"
      className="flex min-h-18 flex-wrap items-center gap-x-3 gap-y-1.5 border-t border-line px-3 py-2"
    >
      <div className="min-w-0 flex-1 basis-72">
        <p className="text-label text-muted">
          Row {number(row.number)}, {visible(label)}
          {selected > 1 && ` – ${number(selected)} cells selected`}
        </p>
        <p className="max-h-16 overflow-y-auto break-words whitespace-pre-wrap">
          {column === null ? '' : visible(text) || <span className="text-faint">empty</span>}
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
            onClick={() => act({ kind: 'edit', cells: [{ row: row.number, column, value: suggestion }] })}
          >
            {`Make it ${suggestion}`}
          </Button>
        )}
        {column !== null && (
          <Button size="small" icon={Pencil} onClick={onEdit}>
            Edit
          </Button>
        )}
        {row.verdict !== 'blank' && row.verdict !== 'optedOut' && (
          <Button size="small" onClick={() => void leaveOut()}>
            {isOut ? 'Call it after all' : selected > 1 ? 'Leave out these rows' : 'Leave out this row'}
          </Button>
        )}
      </div>
    </section>
  )
}
