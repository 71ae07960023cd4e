/** Preview: the calls as they will be made. */
import type { ReactNode } from 'react'
import { type LocalTime, localTimeIn } from '#parts/local-time.ts'
import { PhoneNumber } from '#parts/phone-number.tsx'
import { countryName } from '#phone/country.ts'
import { timeZonesOf } from '#phone/zones.ts'
import type { Recipient } from '#recipients/read.ts'
import type { Destination, Summary } from '#recipients/worker-protocol.ts'
import { type DataColumn, DataTable } from '#shell/data-table.tsx'
import { useNow } from '#ui/clock.ts'
import { number, plural } from '#ui/format.ts'
import { Lamp } from '#ui/lamp.tsx'
import { Section } from '#ui/section.tsx'
import type { Launch } from './launch.ts'
import { SecondLook } from './second-look.tsx'

/** The time there, and in a word whether people sleep. */
const There = ({ time }: { time: LocalTime | null }) => {
  if (!time) return <span className="text-muted">Not known</span>
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-2 whitespace-nowrap">
      {time.text}
      {time.late && (
        <span className="text-label">
          <Lamp state="needs-you" word="early or late" />
        </span>
      )}
    </span>
  )
}

const Clock = ({ zones }: { zones: readonly string[] }) => <There time={localTimeIn(zones, useNow(30_000))} />

const Variables = ({ values }: { values: Record<string, string> }) => {
  const filled = Object.entries(values).filter(([, value]) => value !== '')
  if (filled.length === 0) return <span className="text-muted">None</span>
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-0.5 text-label">
      {filled.map(([name, value]) => (
        <li key={name} className="min-w-0 break-words">
          <span className="text-muted">{name}</span> {value}
        </li>
      ))}
    </ul>
  )
}

const columns: readonly DataColumn<Recipient>[] = [
  {
    id: 'number',
    header: 'Number',
    width: '12rem',
    cell: ({ phone_number }) => <PhoneNumber number={phone_number} country="code" />,
  },
  { id: 'row', header: 'Row', align: 'right', width: '4rem', cell: ({ row }) => number(row) },
  {
    id: 'there',
    header: 'Time there now',
    width: '11rem',
    cell: ({ phone_number }) => <Clock zones={timeZonesOf(phone_number)} />,
  },
  { id: 'variables', header: 'What the agent knows', cell: ({ values }) => <Variables values={values} /> },
]

const destinations: readonly DataColumn<Destination>[] = [
  {
    id: 'country',
    header: 'Country',
    cell: ({ country }) => (country === null ? 'Unknown' : countryName(country)),
  },
  { id: 'calls', header: 'Calls', align: 'right', width: '5rem', cell: ({ calls }) => number(calls) },
  { id: 'there', header: 'Time there now', cell: ({ zones }) => <Clock zones={zones} /> },
]

interface Props {
  launch: Launch
  file: Summary
  refused: string
  next: ReactNode
}

export function PreviewStep({ launch, file, refused, next }: Props) {
  const { first, last, counts } = file
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="flex min-w-0 flex-col gap-4">
        <Section
          title={last.length > 0 ? 'The first calls' : 'The calls'}
          facts={`${last.length > 0 ? `${number(first.length)} of ` : ''}${plural(counts.valid, 'call', 'calls')}`}
          flush
        >
          <DataTable
            caption="The first calls"
            columns={columns}
            rows={first}
            rowKey={({ row }) => String(row)}
            sticky={false}
          />
        </Section>
        {last.length > 0 && (
          <Section title="The last calls" flush>
            <DataTable
              caption="The last calls"
              columns={columns}
              rows={last}
              rowKey={({ row }) => String(row)}
              sticky={false}
            />
          </Section>
        )}
        {next}
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <Section title="Destinations" facts={plural(file.destinations.length, 'country', 'countries')} flush>
          <DataTable
            caption="Destinations by country"
            columns={destinations}
            rows={file.destinations}
            rowKey={({ country }) => country ?? ''}
            sticky={false}
          />
        </Section>
        <SecondLook launch={launch} what="preview" refused={refused} />
      </div>
    </div>
  )
}
