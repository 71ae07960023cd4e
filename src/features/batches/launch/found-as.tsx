/** How the file was understood: encoding, delimiter, header row and phone column, shown as found and open to change. */
import type { Choices, Delimiter, Encoding } from '#recipients/read.ts'
import type { Summary } from '#recipients/worker-protocol.ts'
import { Section } from '#ui/section.tsx'
import { Select } from '#ui/select.tsx'
import type { Launch } from './launch.ts'
import { changeChoices } from './workbench.ts'

export const encodingNames: Record<Encoding, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16, little-endian',
  'utf-16be': 'UTF-16, big-endian',
  'windows-1252': 'Windows-1252',
}
const delimiterNames: Record<Delimiter, string> = { ',': 'Comma ,', ';': 'Semicolon ;', '\t': 'Tab', '|': 'Bar |' }

const optionsOf = <Value extends string>(names: Record<Value, string>) =>
  Object.entries(names).map(([value, label]) => ({ value: value as Value, label: label as string }))
const encodings = optionsOf(encodingNames)
const delimiters = optionsOf(delimiterNames)

const headerRows = [
  ...[1, 2, 3, 4, 5].map((row) => ({ value: String(row), label: `Row ${row}` })),
  { value: '0', label: 'No row, there are none' },
]

const textOf = (row: number | undefined) => (row === undefined ? null : String(row))

/** Columns beside the phone numbers; none as long as nobody knows which those are. */
const unusedOf = (file: Summary | null): string[] =>
  file?.phoneColumn ? file.columns.filter((column) => column !== file.phoneColumn) : []

export function FoundAs({ launch, file }: { launch: Launch; file: Summary | null }) {
  const { choices } = launch
  const unused = unusedOf(file)
  const change = (part: Choices) => changeChoices({ ...choices, ...part })
  return (
    <Section title="Read as">
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
          // Other cuts make other columns.
          onChange={(delimiter) => change({ delimiter, phoneColumn: undefined })}
          options={delimiters}
        />
        <Select
          label="Header"
          value={textOf(choices.headerRow ?? file?.headerRow)}
          placeholder="As found"
          onChange={(row) => change({ headerRow: Number(row), phoneColumn: undefined })}
          options={headerRows}
        />
        {file && (
          <Select
            label="Phone numbers"
            value={file.phoneColumn}
            placeholder="Choose a column"
            error={file.phoneColumn === null ? questionOf(file) : null}
            onChange={(phoneColumn) => change({ phoneColumn })}
            options={file.columns.map((column) => ({
              value: column,
              label: column,
              hint: file.candidates.includes(column) && column !== file.phoneColumn ? 'Could be it' : undefined,
            }))}
          />
        )}
      </div>
      {unused.length > 0 && (
        <p className="mt-2 text-label text-muted">Also in the file, for the agent to use: {unused.join(', ')}.</p>
      )}
    </Section>
  )
}

const questionOf = ({ candidates }: Summary): string =>
  candidates.length > 1
    ? `More than one column could hold the phone numbers: ${candidates.join(', ')}. Choose one.`
    : 'No column seems to hold phone numbers. Choose the one that does.'
