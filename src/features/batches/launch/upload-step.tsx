/** Upload: what is asked of a file before one is chosen, its reading, and why it was refused. */
import Download from 'lucide-react/icons/download'
import type { ReactNode } from 'react'
import { csvLimits } from '#contract/index.ts'
import type { EncodingOffer } from '#recipients/read.ts'
import { Button } from '#ui/button.tsx'
import { DropZone } from '#ui/drop-zone.tsx'
import { ErrorNote } from '#ui/error-state.tsx'
import { fileSize, number, plural } from '#ui/format.ts'
import { Spinner } from '#ui/icon.tsx'
import { DescriptionList, Section } from '#ui/section.tsx'
import { CellTable } from './cell-table.tsx'
import { useTemplate } from './download.ts'
import { encodingNames, FoundAs } from './found-as.tsx'
import type { Launch, Reading, ReadingStage } from './launch.ts'
import { changeChoices, forgetFile } from './workbench.ts'

const stages: Record<ReadingStage, string> = {
  reading: 'Reading it from the disk',
  decoding: 'Making text of its bytes',
  parsing: 'Cutting it into rows',
  checking: 'Checking every row',
}

const asked = [
  { term: 'Type', value: 'CSV, as every spreadsheet exports it. Not .xlsx.' },
  { term: 'Size', value: `At most ${fileSize(csvLimits.bytes)} and ${plural(csvLimits.rows, 'row', 'rows')}.` },
  {
    term: 'Needed',
    value: (
      <>
        A column with phone numbers, best called <code>phone_number</code>, each with + and the country code, such as{' '}
        <code>+14155550134</code>.
      </>
    ),
  },
  {
    term: 'Other columns',
    value: (
      <>
        Are for the agent to use: <code>first_name</code> becomes <code>{'{first_name}'}</code> in its prompts.
      </>
    ),
  },
  {
    term: 'Spreadsheets',
    value: (
      <>
        Format the phone column as text before you export. Else <code>+14155550134</code> becomes{' '}
        <code>1.41556E+10</code> and the digits are lost.
      </>
    ),
  },
]

function WhatIsAsked() {
  const { save, isPending, refusal } = useTemplate()
  return (
    <Section
      title="What the file has to be"
      actions={
        <Button variant="ghost" size="small" icon={Download} pending={isPending} onClick={save}>
          Download a template
        </Button>
      }
    >
      <DescriptionList facts={asked} />
      {refusal && <ErrorNote words={{ happened: `The template could not be had. ${refusal.message}` }} />}
    </Section>
  )
}

function ReadingNow({ reading, name }: { reading: Reading & { kind: 'reading' }; name: string }) {
  return (
    <Section
      title={`Reading ${name}`}
      actions={
        <Button size="small" onClick={forgetFile}>
          Cancel reading
        </Button>
      }
      flush
    >
      <p aria-live="polite" className="flex items-center gap-2 px-3 py-3 text-muted">
        <Spinner /> {stages[reading.stage]}…
      </p>
      {reading.glimpse && (
        <CellTable caption="First rows" columns={reading.glimpse.columns} rows={reading.glimpse.rows} />
      )}
    </Section>
  )
}

function Offer({ offer, launch }: { offer: EncodingOffer; launch: Launch }) {
  const name = encodingNames[offer.encoding]
  const rows = offer.cells.map(({ row, column, text }) => [number(row), column, text])
  return (
    <Section
      title={`How it reads as ${name}`}
      facts={`${plural(offer.count, 'cell depends', 'cells depend')} on it`}
      actions={
        <Button
          size="small"
          variant="primary"
          onClick={() => changeChoices({ ...launch.choices, encoding: offer.encoding })}
        >
          {`Read it as ${name}`}
        </Button>
      }
      flush
    >
      <CellTable caption={`Cells as they read in ${name}`} columns={['Row', 'Column', 'Text']} rows={rows} />
    </Section>
  )
}

interface Props {
  launch: Launch
  onFile: (file: File) => void
  next: ReactNode
}

export function UploadStep({ launch, onFile, next }: Props) {
  const { reading, source } = launch
  if (reading.kind === 'reading') return <ReadingNow reading={reading} name={source?.name ?? 'the file'} />
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4">
        {reading.kind === 'refused' && (
          <>
            <ErrorNote
              words={{ happened: `${source?.name ?? 'This file'} cannot be used.`, details: reading.refusal.message }}
            />
            {reading.refusal.encodingOffer && <Offer offer={reading.refusal.encodingOffer} launch={launch} />}
            <FoundAs launch={launch} file={null} />
          </>
        )}
        <DropZone
          title={source ? 'Drop another CSV file here' : 'Drop a CSV file here'}
          button={source ? 'Choose another file' : 'Choose a CSV file'}
          accept=".csv,.txt,.tsv,text/csv,text/plain,text/tab-separated-values"
          onFile={onFile}
        >
          It is read and checked on this computer. Nothing is called before you start.
        </DropZone>
        {reading.kind === 'read' && next}
      </div>
      <WhatIsAsked />
    </div>
  )
}
