/** The same figures of several groups, such as agents: a choice of what they are compared by, their table, and its file. */
import type { ComponentProps, ReactNode } from 'react'
import type { QueryState } from '#api/reads.ts'
import { DataView } from '#kit/data/data-view.tsx'
import { writeForSpreadsheet } from '#recipients/file/write.ts'
import { Button } from '#ui/forms/button.tsx'
import { SegmentedControl } from '#ui/forms/choice.tsx'
import { Section } from '#ui/layout/section.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { Table } from '#ui/layout/table.tsx'
import { saveFile } from '#ui/save-file.ts'
import { type Dimension, dimensions } from './texts.tsx'

export const title = 'Comparison'

interface ComparisonProps<By extends Dimension, T> {
  choices: readonly By[]
  by: By
  onChange: (by: By) => void
  query: QueryState<T>
  counting: string
  isEmpty?: (data: T) => boolean
  empty?: ReactNode
  children: (data: T) => ReactNode
}

export const Comparison = <By extends Dimension, T>({
  choices,
  by,
  onChange,
  query,
  counting,
  isEmpty = () => false,
  empty,
  children,
}: ComparisonProps<By, T>) => (
  <Section
    title={title}
    flush
    actions={
      <SegmentedControl
        label="Compare by"
        labelHidden
        options={choices.map((value) => ({ value, label: dimensions[value] }))}
        value={by}
        onChange={onChange}
      />
    }
  >
    <DataView
      query={query}
      loading={<SkeletonRows rows={4} columns={6} label={counting} />}
      isEmpty={isEmpty}
      empty={<p className="px-3 py-2 text-muted">{empty}</p>}
    >
      {children}
    </DataView>
  </Section>
)

/** One list has the heading and the value of each column of a file, so that they cannot be swapped. */
export interface FileColumn<Row> {
  header: string
  /** A plain number, so that a spreadsheet can count with it; null: unknown, an empty cell. */
  value: (row: Row) => string | number | null
}

/** The text of a file with these rows. */
export const csvOf = <Row,>(columns: readonly FileColumn<Row>[], rows: readonly Row[]): string =>
  writeForSpreadsheet(
    columns.map(({ header }) => header),
    rows.map((row) => columns.map(({ value }) => `${value(row) ?? ''}`)),
  )

interface FileProps<Row> {
  file: readonly FileColumn<Row>[]
  rows: readonly Row[]
  /** Without its extension. */
  fileName: string
}

export const DownloadCsv = <Row,>({ file, rows, fileName }: FileProps<Row>) => (
  <Button size="small" onClick={() => saveFile(new Blob([csvOf(file, rows)], { type: 'text/csv' }), `${fileName}.csv`)}>
    Download CSV
  </Button>
)

type TableProps<Row> = Omit<ComponentProps<typeof Table<Row>>, 'caption'> &
  FileProps<Row> & {
    caption?: string
    /** What the figures are. */
    note?: ReactNode
  }

/** A column of which nothing is known in any row only takes room, and is left out, unless it is the first. */
export const FiguresTable = <Row,>({ file, fileName, note, caption = title, columns, ...table }: TableProps<Row>) => (
  <>
    <Table
      caption={caption}
      columns={columns.filter(
        ({ cell }, at) => at === 0 || table.rows.length === 0 || table.rows.some((row) => cell(row) !== '–'),
      )}
      {...table}
    />
    <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2 border-t border-line px-3 py-2">
      {note && <p className="min-w-0 flex-1 basis-80 text-label text-muted">{note}</p>}
      <DownloadCsv file={file} rows={table.rows} fileName={fileName} />
    </div>
  </>
)
