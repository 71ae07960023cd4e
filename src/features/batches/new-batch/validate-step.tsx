/** The Validate step: the rows, their problems and repairs. Rows that cannot be called are left out. */
import Download from 'lucide-react/icons/download'
import Redo2 from 'lucide-react/icons/redo-2'
import Undo2 from 'lucide-react/icons/undo-2'
import { useState } from 'react'
import { useShortcut } from '#kit/keyboard/shortcuts.ts'
import { PlainLink } from '#kit/navigation/link.tsx'
import type { Counts } from '#recipients/read.ts'
import { emptyColumnOf, type Summary, type WorkbookSummary } from '#recipients/worker/protocol.ts'
import { cx } from '#ui/classes.ts'
import { Button } from '#ui/forms/button.tsx'
import { IconButton } from '#ui/forms/icon-button.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { Section } from '#ui/layout/section.tsx'
import { saveFile } from '#ui/save-file.ts'
import { number, plural } from '#ui/text/format-number.ts'
import { visibleText } from '#ui/text/visible-text.tsx'
import { FilePanel } from './file/file-format.tsx'
import { Problems } from './rows/problems.tsx'
import { RowGrid } from './rows/row-grid.tsx'
import { useEmptyCells, useMissingVariables } from './rows/use-missing-variables.ts'
import { ServiceCheck } from './service-check.tsx'
import { RulePanels } from './start/rule-panels.tsx'
import type { RecipientsCheck } from './start/use-recipients-check.ts'
import { leftOutCountOf, type NewBatch } from './state/new-batch.ts'
import { newBatchSearch, type ShownRows } from './state/new-batch-search.ts'
import { applyOperation, leftOutFile, redo, refreshRows, undo } from './state/new-batch-store.ts'
import { filterTitle, verdicts, verdictTitles } from './state/row-texts.ts'
import * as texts from './texts.tsx'

/** The rows that are shown until somebody chooses: those to be repaired. */
const rowsAtFirst = ({ invalid, duplicate }: Counts): ShownRows =>
  invalid > 0 && duplicate > 0 ? 'withProblem' : invalid > 0 ? 'invalid' : duplicate > 0 ? 'duplicate' : 'all'

/** The counts of a checked file. They add up to the rows read, and each shows its rows in the table below. */
function RowCounts({ counts, shownRows }: { counts: Counts; shownRows: ShownRows }) {
  const { read, valid, invalid, duplicate } = counts
  const segments: { show: ShownRows; title: string; count: number }[] = [
    ...(invalid > 0 && duplicate > 0
      ? [{ show: 'withProblem' as const, title: 'With problems', count: invalid + duplicate }]
      : []),
    { show: 'all', title: 'Rows read', count: read },
    ...verdicts.map((show) => ({ show, title: verdictTitles[show], count: counts[show] })),
  ]
  return (
    <>
      <output className="sr-only">
        {number(valid)} of {plural(read, 'row', 'rows')} can be called.
      </output>
      <nav
        aria-label="Rows by status"
        className="inline-flex max-w-full flex-wrap rounded-base border border-line-strong bg-ground p-0.5"
      >
        {segments
          .filter(({ show, count }) => count > 0 || show === 'valid' || show === shownRows)
          .map(({ show, title, count }) => (
            <PlainLink
              key={show}
              to={newBatchSearch('validate', show)}
              preventScrollReset
              aria-current={show === shownRows ? 'true' : undefined}
              className={cx(
                'inline-flex h-control-small items-center gap-1.5 rounded-small px-2.5 text-label whitespace-nowrap',
                show === shownRows
                  ? 'bg-raised font-medium text-ink shadow-[0_0_0_1px_var(--color-line-strong)] forced-colors:outline-1 forced-colors:outline-[Highlight]'
                  : 'text-soft hover:text-ink',
              )}
            >
              {title} <span className="tabular-nums">{number(count)}</span>
            </PlainLink>
          ))}
      </nav>
    </>
  )
}

const rowsText = (rows: number) => plural(rows, 'row', 'rows')

/** "3 rows and the column “Notes”". */
function hiddenText(rows: number, columns: readonly string[]): string {
  const names = columns.map((column) => `“${visibleText(column)}”`).join(', ')
  const columnsText = columns.length === 1 ? `the column ${names}` : `${number(columns.length)} columns (${names})`
  return [rows > 0 && rowsText(rows), columns.length > 0 && columnsText].filter(Boolean).join(' and ')
}

/** The question about rows and columns that the sheet of a workbook hides. They are left out until a person answers. */
function HiddenCells({ workbook }: { workbook: WorkbookSummary | null }) {
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

/** How many rows match the filter. */
function matchingRowCount({ counts, groups, remarks }: Summary, shownRows: ShownRows): number {
  if (shownRows === 'all') return counts.read
  if (shownRows === 'withProblem') return counts.invalid + counts.duplicate
  if (shownRows in counts) return counts[shownRows as keyof typeof counts]
  const group = groups.find(({ reason }) => reason === shownRows) ?? remarks.find(({ remark }) => remark === shownRows)
  return group?.count ?? 0
}

/** "renewals.csv" → "renewals left out.csv". */
const leftOutName = (source: string) => `${source.replace(/\.[A-Za-z0-9]{1,5}$/, '')} left out.csv`

function DownloadLeftOut({ newBatch, count }: { newBatch: NewBatch; count: number }) {
  const download = async () => {
    const file = await leftOutFile()
    if (file) saveFile(file, leftOutName(newBatch.source?.name ?? 'rows'))
  }
  return (
    <Button size="small" variant="ghost" icon={Download} onClick={() => void download()}>
      Download {plural(count, 'left-out row', 'left-out rows')}
    </Button>
  )
}

function UndoButtons({ newBatch: { history } }: { newBatch: NewBatch }) {
  const { operations, position } = history
  useShortcut('batches.undo', undo)
  useShortcut('batches.redo', redo)
  return (
    <>
      <IconButton
        label="Undo"
        icon={Undo2}
        size="small"
        disabledReason={position === 0 && 'There are no changes to undo.'}
        onClick={undo}
      />
      <IconButton
        label="Redo"
        icon={Redo2}
        size="small"
        disabledReason={position === operations.length && 'There are no changes to redo.'}
        onClick={redo}
      />
    </>
  )
}

interface Props {
  newBatch: NewBatch
  file: Summary
  /** undefined: nothing was chosen. */
  shownRows: ShownRows | undefined
  check: RecipientsCheck
  /** Why the operator may not ask the service for its own check; '' if they may. */
  checkRefusedReason: string
}

export function ValidateStep({ newBatch, file, shownRows: chosenRows, check, checkRefusedReason }: Props) {
  const { counts } = file
  // The rows at first stay in view while they are repaired.
  const [firstRows] = useState(rowsAtFirst(counts))
  const shownRows = chosenRows ?? firstRows
  const leftOut = leftOutCountOf(file)
  const column = emptyColumnOf(shownRows)
  const [emptyCellCount = 0] = useEmptyCells(newBatch, column === null ? [] : [column]) ?? []
  const total = column === null ? matchingRowCount(file, shownRows) : emptyCellCount
  const hasGap = useMissingVariables(newBatch, file).gaps.some((gap) => gap.column === null)
  const filePanel = <FilePanel newBatch={newBatch} file={file} hasGap={hasGap} />
  const hasNumbers = file.phoneColumn !== null
  // It stays in its place when the column of the numbers is chosen in it.
  const [isPanelFirst] = useState(!hasNumbers)
  return (
    <>
      {isPanelFirst && filePanel}
      <HiddenCells workbook={file.workbook} />
      {hasNumbers && <Problems newBatch={newBatch} file={file} />}
      <RulePanels newBatch={newBatch} check={check} />
      <Section
        title={filterTitle(shownRows, file.columns)}
        facts={texts.rowCount(total)}
        actions={
          <>
            {leftOut > 0 && <DownloadLeftOut newBatch={newBatch} count={leftOut} />}
            <UndoButtons newBatch={newBatch} />
          </>
        }
        flush
      >
        <div className="border-b border-line px-3 py-2">
          <RowCounts counts={counts} shownRows={shownRows} />
        </div>
        <RowGrid
          key={`${newBatch.readingNumber}/${shownRows}`}
          file={file}
          view={newBatch.view}
          revision={newBatch.revision}
          filter={shownRows}
          count={total}
          emptyState={<EmptyState title="No rows found">No rows in this file match this filter.</EmptyState>}
          onRefresh={refreshRows}
        />
      </Section>
      {!isPanelFirst && filePanel}
      {hasNumbers && <ServiceCheck newBatch={newBatch} checkName="asRead" refusedReason={checkRefusedReason} />}
    </>
  )
}
