/** Upload: what is asked of a file before one is chosen, its reading, and why it was refused. */
import Download from 'lucide-react/icons/download'
import type { ReactNode } from 'react'
import { launchLimits } from '#contract/index.ts'
import type { Encoding, EncodingOffer } from '#recipients/read.ts'
import { Button } from '#ui/forms/button.tsx'
import { DropZone } from '#ui/forms/drop-zone.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { DescriptionList, Section } from '#ui/layout/section.tsx'
import { Spinner } from '#ui/status/icon.tsx'
import { fileSize, number, plural } from '#ui/text/format-number.ts'
import { Ago } from '#ui/time/time.tsx'
import { CellTable } from './file/cell-table.tsx'
import { FileFormat } from './file/file-format.tsx'
import { encodingNames } from './file/texts.ts'
import { useTemplate } from './file/use-template.ts'
import { nameOf } from './state/batch-name.ts'
import { type Launch, type Reading, type ReadingStage } from './state/launch.ts'
import { changeChoices, discard, discardFile, type Offer, resume, useLaunchStorage } from './state/launch-store.ts'

const stages: Record<ReadingStage, string> = {
  reading: 'Reading it from the disk',
  decoding: 'Making text of its bytes',
  parsing: 'Cutting it into rows',
  checking: 'Checking every row',
}

const asked = [
  { term: 'Type', value: 'CSV, as every spreadsheet exports it. Not .xlsx.' },
  { term: 'Size', value: `At most ${fileSize(launchLimits.bytes)} and ${plural(launchLimits.rows, 'row', 'rows')}.` },
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
        <Button size="small" onClick={discardFile}>
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

/** Its name without the region. */
const shortName = (encoding: Encoding) => encodingNames[encoding].replace(/,.*/, '')

/** The same cells in each encoding that they can be read in: a person knows the names of their people. */
function Offers({ offers, launch }: { offers: readonly EncodingOffer[]; launch: Launch }) {
  return (
    <Section title="How it would read" facts="Choose the one in which the letters are right">
      <ul className="grid gap-4 sm:grid-cols-2">
        {offers.map(({ encoding, cells, count }, at) => (
          <li key={encoding} className="flex min-w-0 flex-col overflow-clip rounded-base border border-line">
            <h3 className="border-b border-line px-3 py-1.5 text-base">{encodingNames[encoding]}</h3>
            <CellTable
              caption={`Cells as they read in ${encodingNames[encoding]}`}
              columns={['Row', 'Column', 'Text']}
              rows={cells.map(({ row, column, text }) => [number(row), column, text])}
            />
            <div className="mt-auto flex flex-wrap items-center justify-between gap-2 border-t border-line p-2">
              <span className="text-label text-muted">{plural(count, 'cell depends', 'cells depend')} on it</span>
              <Button
                size="small"
                variant={at === 0 ? 'primary' : 'quiet'}
                onClick={() => changeChoices({ ...launch.choices, encoding })}
              >
                {`Read it as ${shortName(encoding)}`}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Launches that were prepared here and not started. */
function GoOn({ offers }: { offers: readonly Offer[] }) {
  return (
    <Section title="Not started yet" facts="Kept on this device alone" flush>
      <ul className="divide-y divide-line">
        {offers.map((kept) => (
          <li key={kept.id} className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-3 py-2">
            <span className="min-w-0 flex-1 basis-48 break-words">
              {kept.source.name}
              <span className="block text-label text-muted">
                {kept.unknown && 'The service has not confirmed its start. '}
                {fileSize(kept.source.size)}, {plural(kept.history.position, 'change', 'changes')}, left{' '}
                <Ago at={kept.savedAt} own />
              </span>
              {kept.isElsewhere && (
                <span className="block text-label">
                  Open in another tab. If you take it over, that tab stops and you keep its changes.
                </span>
              )}
            </span>
            {kept.isElsewhere ? (
              <Button size="small" onClick={() => void resume(kept, 'take')}>
                {`Take over ${nameOf(kept)}`}
              </Button>
            ) : (
              <>
                <Button size="small" variant="primary" onClick={() => void resume(kept, 'take')}>
                  {`Go on with ${nameOf(kept)}`}
                </Button>
                <Button size="small" onClick={() => discard(kept)}>
                  Discard<span className="sr-only">{` ${nameOf(kept)}`}</span>
                </Button>
              </>
            )}
          </li>
        ))}
      </ul>
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
  const { offers, takenOver } = useLaunchStorage()
  if (reading.kind === 'reading') return <ReadingNow reading={reading} name={source?.name ?? 'the file'} />
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4">
        {source === null && takenOver !== null && (
          <ErrorNote
            tone="neutral"
            words={{
              happened: `You continued “${takenOver}” in another tab.`,
              toDo: 'Your changes are there. To work on it here, take it over below.',
            }}
          />
        )}
        {source === null && offers.length > 0 && <GoOn offers={offers} />}
        {reading.kind === 'refused' && (
          <>
            <ErrorNote
              words={{ happened: `${source?.name ?? 'This file'} cannot be used.`, details: reading.refusal.message }}
            />
            {reading.refusal.encodingOffers && <Offers offers={reading.refusal.encodingOffers} launch={launch} />}
            {reading.refusal.code === 'no_header' && (
              <div>
                <Button onClick={() => changeChoices({ ...launch.choices, headerRow: 0 })}>
                  There is no header: every row is a recipient
                </Button>
              </div>
            )}
            <FileFormat launch={launch} file={null} />
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
