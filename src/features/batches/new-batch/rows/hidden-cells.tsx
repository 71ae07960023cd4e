/** The question about rows and columns that the sheet of a workbook hides. They are left out until a person answers. */
import type { WorkbookSummary } from '#recipients/worker/protocol.ts'
import { Button } from '#ui/forms/button.tsx'
import { Section } from '#ui/layout/section.tsx'
import { number, plural } from '#ui/text/format-number.ts'
import { visibleText } from '#ui/text/visible-text.tsx'
import { applyOperation } from '../state/new-batch-store.ts'

const rowsText = (rows: number) => plural(rows, 'row', 'rows')

/** "3 rows and the column “Notes”". */
function hiddenText(rows: number, columns: readonly string[]): string {
  const names = columns.map((column) => `“${visibleText(column)}”`).join(', ')
  const columnsText = columns.length === 1 ? `the column ${names}` : `${number(columns.length)} columns (${names})`
  return [rows > 0 && rowsText(rows), columns.length > 0 && columnsText].filter(Boolean).join(' and ')
}

export function HiddenCells({ workbook }: { workbook: WorkbookSummary | null }) {
  if (!workbook?.hidden || workbook.hidden.are !== null) return null
  const { rows, columns } = workbook.hidden
  const isOne = rows + columns.length === 1
  const answer = (are: 'included' | 'leftOut') => applyOperation({ kind: 'rule', rule: 'hidden', are })
  return (
    <Section title="Hidden in this sheet">
      <div className="flex flex-col gap-2">
        <p>
          The sheet hides {hiddenText(rows, columns)}. Include {isOne ? 'it' : 'them'}?
        </p>
        <p className="text-label text-muted">{isOne ? 'It is' : 'They are'} left out until you answer.</p>
        <div className="flex flex-wrap gap-2">
          <Button size="small" onClick={() => answer('included')}>
            {isOne ? 'Include it' : 'Include them'}
          </Button>
          <Button size="small" onClick={() => answer('leftOut')}>
            {isOne ? 'Leave it out' : 'Leave them out'}
          </Button>
        </div>
      </div>
    </Section>
  )
}
