/** The Preview step: shows the calls before they are made. */
import { useState } from 'react'
import { placeOf } from '#calling-hours/people.ts'
import { PhoneNumber } from '#components/phone/phone-number.tsx'
import type { Recipient } from '#recipients/read.ts'
import type { Summary } from '#recipients/worker/protocol.ts'
import { Section } from '#ui/layout/section.tsx'
import { type Column, Table } from '#ui/layout/table.tsx'
import { number, plural } from '#ui/text/format-number.ts'
import { visible } from '#ui/text/visible-text.tsx'
import { Destinations } from './preview/destinations.tsx'
import { LocalClock } from './preview/local-clock.tsx'
import { OneCall } from './preview/one-call.tsx'
import { TestCall } from './preview/test-call.tsx'
import { ServiceCheck } from './service-check.tsx'
import { RulePanels } from './start/rule-panels.tsx'
import type { RecipientsCheck } from './start/use-recipients-check.ts'
import type { NewBatch } from './state/new-batch.ts'
import { partsText } from './state/start-plan-texts.ts'
import * as texts from './texts.tsx'

const Variables = ({ values }: { values: Record<string, string> }) => {
  const nonEmpty = Object.entries(values).filter(([, value]) => value !== '')
  if (nonEmpty.length === 0) return <span className="text-muted">None</span>
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-0.5 text-label">
      {nonEmpty.map(([name, value]) => (
        <li key={name} className="min-w-0 break-words">
          <span className="text-muted">{visible(name)}</span> {visible(value)}
        </li>
      ))}
    </ul>
  )
}

const columns: readonly Column<Recipient>[] = [
  {
    id: 'number',
    header: 'Number',
    width: '12rem',
    cell: ({ phone_number }) => <PhoneNumber number={phone_number} country="code" />,
  },
  { id: 'row', header: 'Row', align: 'right', width: '4rem', cell: ({ row }) => number(row) },
  {
    id: 'there',
    header: 'Local time now',
    width: '11rem',
    cell: ({ phone_number }) => <LocalClock place={placeOf(phone_number)} />,
  },
  { id: 'variables', header: 'Variables', cell: ({ values }) => <Variables values={values} /> },
]

interface Props {
  newBatch: NewBatch
  file: Summary
  check: RecipientsCheck
  checkRefusedReason: string
}

export function PreviewStep({ newBatch, file, check, checkRefusedReason }: Props) {
  const { first, last, counts } = file
  const partsSentence = partsText(counts.valid)
  const [callNumber, setCallNumber] = useState<number | null>(1)
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="flex min-w-0 flex-col gap-4">
        {partsSentence && (
          <Section title="In parts">
            <p>{partsSentence}</p>
          </Section>
        )}
        <RulePanels newBatch={newBatch} check={check} />
        <OneCall newBatch={newBatch} file={file} callNumber={callNumber} setCallNumber={setCallNumber} />
        <Section
          title={last.length === 0 ? 'Calls' : 'First calls'}
          facts={`${last.length > 0 ? `${number(first.length)} of ` : ''}${plural(counts.valid, 'call', 'calls')}`}
          flush
        >
          <Table caption="First calls" columns={columns} rows={first} rowKey={({ row }) => String(row)} />
        </Section>
        {last.length > 0 && (
          <Section title={texts.lastCalls} flush>
            <Table caption={texts.lastCalls} columns={columns} rows={last} rowKey={({ row }) => String(row)} />
          </Section>
        )}
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <TestCall newBatch={newBatch} file={file} callNumber={callNumber ?? 1} />
        <Destinations destinations={file.destinations} />
        <ServiceCheck newBatch={newBatch} checkName="clean" refusedReason={checkRefusedReason} />
        <ServiceCheck newBatch={newBatch} checkName="preview" refusedReason={checkRefusedReason} />
      </div>
    </div>
  )
}
