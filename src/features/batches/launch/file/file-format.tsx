/** How the file was understood: encoding, delimiter, header row and columns, shown as found and open to change. */
import { type Choices, type Delimiter, type Encoding } from '#recipients/read.ts'
import type { Summary } from '#recipients/worker/protocol.ts'
import { Select } from '#ui/forms/select.tsx'
import { Section } from '#ui/layout/section.tsx'
import { plural } from '#ui/text/format-number.ts'
import { visibleText } from '#ui/text/visible-text.tsx'
import type { Launch } from '../state/launch.ts'
import { act, changeChoices } from '../state/launch-store.ts'

export const encodingNames: Record<Encoding, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16, little-endian',
  'utf-16be': 'UTF-16, big-endian',
  'windows-1252': 'Windows-1252, Western Europe',
  macintosh: 'Mac Roman',
  'windows-1250': 'Windows-1250, Central Europe',
  'windows-1251': 'Windows-1251, Cyrillic',
  shift_jis: 'Shift-JIS, Japanese',
  gb18030: 'GB18030, Chinese',
  big5: 'Big5, Chinese',
  'euc-kr': 'EUC-KR, Korean',
}
const delimiterNames: Record<Delimiter, string> = { ',': 'Comma ,', ';': 'Semicolon ;', '\t': 'Tab', '|': 'Bar |' }

const optionsOf = <Value extends string>(names: Record<Value, string>) =>
  Object.entries(names).map(([value, label]) => ({ value: value as Value, label: label as string }))
const encodings = optionsOf(encodingNames)
const delimiters = optionsOf(delimiterNames)

const mostHeaderRows = 10
const headerRows = (found: number) => [
  ...Array.from({ length: Math.max(mostHeaderRows, found) }, (_, at) => ({
    value: String(at + 1),
    label: `Row ${at + 1}`,
  })),
  { value: '0', label: 'No row, there are none' },
]

const textOf = (row: number | undefined) => (row === undefined ? null : String(row))

export function FileFormat({ launch, file }: { launch: Launch; file: Summary | null }) {
  const { choices } = launch
  const headerRow = choices.headerRow ?? file?.headerRow
  const change = (part: Choices) => changeChoices({ ...choices, ...part })
  return (
    <Section title="Read as" facts={file && plural(file.counts.read, 'row', 'rows')}>
      <div className="grid grid-cols-2 gap-3">
        <Select
          label="Encoding"
          value={choices.encoding ?? file?.encoding ?? null}
          placeholder="As found"
          onChange={(encoding) => change({ encoding })}
          options={encodings}
        />
        <Select
          label="Between cells"
          value={choices.delimiter ?? file?.delimiter ?? null}
          placeholder="As found"
          onChange={(delimiter) => change({ delimiter })}
          options={delimiters}
        />
        <Select
          label="Header"
          value={textOf(headerRow)}
          placeholder="As found"
          onChange={(row) => change({ headerRow: Number(row) })}
          options={headerRows(headerRow ?? 0)}
        />
        {file && (
          <Select
            label="Phone numbers"
            value={file.phoneColumn}
            placeholder="Choose a column"
            error={file.phoneColumn === null ? questionOf(file) : null}
            onChange={(column) => act({ kind: 'match', column, as: 'phone_number' })}
            options={file.columns.map((column) => ({
              value: column,
              label: visibleText(column),
              hint: file.candidates.includes(column) && column !== file.phoneColumn ? 'Could be it' : undefined,
            }))}
          />
        )}
      </div>
      {file && file.headerRow > 1 && (
        <p className="mt-2 text-label text-muted">
          {file.headerRow === 2
            ? 'Row 1 above the header is not read.'
            : `Rows 1 to ${file.headerRow - 1} above the header are not read.`}
        </p>
      )}
    </Section>
  )
}

const questionOf = ({ candidates }: Summary): string =>
  candidates.length > 1
    ? `More than one column could hold the phone numbers: ${candidates.join(', ')}. Choose one.`
    : 'No column seems to hold phone numbers. Choose the one that does.'

const known = [
  { value: 'first_name', label: 'First name' },
  { value: 'last_name', label: 'Last name' },
  { value: 'email', label: 'E-mail' },
] as const
const notSent = '\0'

/** What each of the other columns is for the agent. */
export function ColumnsSent({ file }: { file: Summary }) {
  const others = file.columns.flatMap((column, at) =>
    column === file.phoneColumn ? [] : [{ column, name: file.names[at] }],
  )
  if (file.phoneColumn === null || others.length === 0) return null
  const optOuts = new Set(file.optOuts.map(({ column }) => column))
  const saysWhom = (column: string) => (optOuts.has(column) ? ' (says who must not be called)' : '')
  const unused = others.filter(({ name }) => name === null)
  return (
    <Section title="What the agent gets" facts={plural(others.length - unused.length, 'column', 'columns')}>
      <div className="grid max-h-96 gap-3 overflow-y-auto sm:grid-cols-2">
        {others.map(({ column, name }) => (
          <Select
            key={column}
            label={visibleText(column)}
            value={name ?? notSent}
            onChange={(as) => act({ kind: 'match', column, as: as === notSent ? null : as })}
            options={[
              ...known.map(({ value, label }) => ({ value: value as string, label, hint: `{${value}}` })),
              ...[...new Set([column, ...(name === null || name === undefined ? [] : [name])])]
                .filter((one) => !known.some(({ value }) => value === one))
                .map((one) => ({ value: one, label: `{${visibleText(one)}}` })),
              { value: notSent, label: 'Not sent' },
            ]}
          />
        ))}
      </div>
      {unused.length > 0 && (
        <p className="mt-2 text-label text-muted">
          Not sent: {unused.map(({ column }) => `${visibleText(column)}${saysWhom(column)}`).join(', ')}.
        </p>
      )}
    </Section>
  )
}
