/** Shows how the file is read (encoding, delimiter, header row, columns) and lets a person change it. */

import { useState } from 'react'
import { choosePhoneColumn } from '#recipients/file/texts.ts'
import type { Choices } from '#recipients/read.ts'
import type { Summary } from '#recipients/worker/protocol.ts'
import { Button } from '#ui/forms/button.tsx'
import { Select } from '#ui/forms/select.tsx'
import { Disclosure } from '#ui/layout/disclosure.tsx'
import { Card, Section } from '#ui/layout/section.tsx'
import { plural } from '#ui/text/format-number.ts'
import { visibleText } from '#ui/text/visible-text.tsx'
import type { NewBatch } from '../state/new-batch.ts'
import { applyOperation, changeChoices } from '../state/new-batch-store.ts'
import { firstIsUnnamed } from '../state/row-texts.ts'
import * as texts from './texts.ts'

const optionsOf = <Value extends string>(names: Readonly<Record<Value, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value: value as Value, label: label as string }))
const encodings = optionsOf(texts.encodingNames)
const delimiters = optionsOf(texts.delimiterNames)

const offeredHeaderRows = 10
const headerRows = (shownRow: number) => [
  ...Array.from({ length: Math.max(offeredHeaderRows, shownRow) }, (_, at) => ({
    value: String(at + 1),
    label: `Row ${at + 1}`,
  })),
  { value: '0', label: 'No header row' },
]

const optionValue = (row: number | undefined) => (row === undefined ? null : String(row))

/** The sheets of a workbook; undefined: the file is CSV, or could not be read as a workbook. */
function sheetsOf({ fileReading }: NewBatch, file: Summary | null) {
  if (file?.workbook) return { names: file.workbook.sheets, chosen: file.workbook.sheet }
  return fileReading.kind === 'refused' ? fileReading.refusal.sheets : undefined
}

export function FileFormat({ newBatch, file }: { newBatch: NewBatch; file: Summary | null }) {
  const { choices } = newBatch
  const sheets = sheetsOf(newBatch, file)
  const headerRow = choices.headerRow ?? file?.headerRow
  const change = (changes: Choices) => changeChoices({ ...choices, ...changes })
  return (
    <Section title="File format" facts={file && plural(file.counts.read, 'row', 'rows')}>
      <div className="grid grid-cols-2 gap-3">
        {sheets ? (
          <Select
            label="Sheet"
            value={sheets.chosen}
            onChange={(sheet) => changeChoices({ sheet })}
            options={sheets.names.map(({ name, isHidden }) => ({
              value: name,
              label: visibleText(name),
              hint: isHidden ? 'Hidden' : undefined,
            }))}
          />
        ) : (
          <>
            <Select
              label="Encoding"
              value={choices.encoding ?? file?.encoding ?? null}
              placeholder={texts.detectAutomatically}
              onChange={(encoding) => change({ encoding, askEncoding: undefined })}
              options={encodings}
            />
            <Select
              label="Delimiter"
              value={choices.delimiter ?? file?.delimiter ?? null}
              placeholder={texts.detectAutomatically}
              onChange={(delimiter) => change({ delimiter })}
              options={delimiters}
            />
          </>
        )}
        <Select
          label="Header row"
          value={optionValue(headerRow)}
          placeholder={texts.detectAutomatically}
          onChange={(row) => change({ headerRow: Number(row) })}
          options={headerRows(headerRow ?? 0)}
        />
        {file && (
          <Select
            label="Phone numbers"
            value={file.phoneColumn}
            placeholder="Choose a column"
            error={file.phoneColumn === null ? choosePhoneColumn(file.candidates) : null}
            onChange={(column) => applyOperation({ kind: 'match', column, as: 'phone_number' })}
            options={file.columns.map((column) => ({
              value: column,
              label: visibleText(column),
              hint: file.candidates.includes(column) && column !== file.phoneColumn ? 'Possible match' : undefined,
            }))}
          />
        )}
      </div>
      {file && file.headerRow > 1 && (
        <p className="mt-2 text-label text-muted">{texts.rowsAboveHeader(file.headerRow - 1)}</p>
      )}
      {file && file.phoneColumn !== null && file.alike.length > 0 && (
        <p className="mt-2 text-label text-muted">
          No row has another number in{' '}
          {file.alike
            .map(visibleText)
            .map((name) => `“${name}”`)
            .join(' or ')}
          , so “{visibleText(file.phoneColumn)}” is called.
        </p>
      )}
      {file?.notes.map((note) => (
        <p key={note.note} className="mt-2 text-label text-muted">
          {note.note === 'quotedLines' && 'Each line was in quotation marks as a whole, and was read without them.'}
          {note.note === 'encoding' && (
            <>
              {plural(note.cells, 'cell was', 'cells were')} read as {texts.encodingName(file.encoding)}.{' '}
              <Button size="small" variant="ghost" onClick={() => change({ askEncoding: true })}>
                {texts.change}
                <span className="sr-only">{' the encoding'}</span>
              </Button>
            </>
          )}
          {note.note === 'nameShort' && (
            <>
              Each row has one cell more than the header has names.{' '}
              <Button size="small" onClick={() => change({ unnamedFirst: true })}>
                {firstIsUnnamed}
              </Button>
            </>
          )}
          {note.note === 'unnamedFirst' && (
            <>
              {firstIsUnnamed}.{' '}
              <Button size="small" variant="ghost" onClick={() => change({ unnamedFirst: undefined })}>
                {texts.change}
                <span className="sr-only">{' whether the first column has a name'}</span>
              </Button>
            </>
          )}
        </p>
      ))}
    </Section>
  )
}

const knownVariables = [
  { value: 'first_name', label: 'First name' },
  { value: 'last_name', label: 'Last name' },
  { value: 'email', label: 'E-mail' },
] as const
const notSent = '\0'

/** Chooses the name under which each column is sent to the agent. The column with the phone numbers is not listed. */
function ColumnsSent({ file }: { file: Summary }) {
  const others = file.columns.flatMap((column, index) =>
    column === file.phoneColumn ? [] : [{ column, name: file.names[index] }],
  )
  if (file.phoneColumn === null || others.length === 0) return null
  const columnLabel = (column: string) => {
    const optOut = file.optOuts.find((one) => one.column === column)
    return optOut
      ? `${visibleText(column)} (${optOut.question !== null ? 'may mark' : 'marks'} people who must not be called)`
      : visibleText(column)
  }
  const unused = others.filter(({ name }) => name === null)
  return (
    <Section title="Columns sent to the agent" facts={plural(others.length - unused.length, 'column', 'columns')}>
      <div className="grid max-h-96 gap-3 overflow-y-auto sm:grid-cols-2">
        {others.map(({ column, name }) => (
          <Select
            key={column}
            label={visibleText(column)}
            value={name ?? notSent}
            onChange={(sentName) =>
              applyOperation({ kind: 'match', column, as: sentName === notSent ? null : sentName })
            }
            options={[
              ...knownVariables.map(({ value, label }) => ({ value: value as string, label, hint: `{${value}}` })),
              ...[...new Set([column, ...(name === null || name === undefined ? [] : [name])])]
                .filter((variable) => !knownVariables.some(({ value }) => value === variable))
                .map((variable) => ({ value: variable, label: `{${visibleText(variable)}}` })),
              { value: notSent, label: 'Not sent' },
            ]}
          />
        ))}
      </div>
      {unused.length > 0 && (
        <p className="mt-2 text-label text-muted">
          Not sent: {unused.map(({ column }) => columnLabel(column)).join(', ')}.
        </p>
      )}
    </Section>
  )
}

/** "UTF-8, comma, header row 1, 3 columns sent". */
function summaryOf({ workbook, encoding, delimiter, headerRow, names, phoneColumn }: Summary): string {
  const sent = names.filter((name) => name !== null).length - (phoneColumn === null ? 0 : 1)
  return [
    ...(workbook
      ? [`sheet ${visibleText(workbook.sheet)}`]
      : [texts.encodingName(encoding), texts.delimiterNames[delimiter].replace(/ .$/, '').toLowerCase()]),
    headerRow === 0 ? 'no header row' : `header row ${headerRow}`,
    `${plural(sent, 'column', 'columns')} sent to the agent`,
  ].join(', ')
}

/**
 * How the file was read, and under which names its columns are sent: one closed panel, because most files are read rightly. It opens by
 * itself where there is something to look at, and never closes by itself: somebody may be choosing a column in it.
 *
 * @param hasGap whether the agent needs a column that the file does not have
 */
export function FilePanel({ newBatch, file, hasGap }: { newBatch: NewBatch; file: Summary; hasGap: boolean }) {
  const isNeeded = hasGap || file.phoneColumn === null || file.notes.length > 0 || file.headerRow > 1
  const [isOpen, setIsOpen] = useState(isNeeded)
  if (isNeeded && !isOpen) setIsOpen(true)
  return (
    <Card flush>
      <Disclosure
        summary={<h2 className="text-base">File format and columns</h2>}
        facts={summaryOf(file)}
        isOpen={isOpen}
      >
        <div className="grid items-start gap-4 border-t border-line p-3 lg:grid-cols-2">
          <FileFormat newBatch={newBatch} file={file} />
          <ColumnsSent file={file} />
        </div>
      </Disclosure>
    </Card>
  )
}
