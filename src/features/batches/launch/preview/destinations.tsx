/** Where the calls go, and what the clock says there. */
import type { Destination } from '#contract/index.ts'
import { type DataColumn, DataTable } from '#kit/data/data-table.tsx'
import { countryName } from '#phone/country.ts'
import { Section } from '#ui/layout/section.tsx'
import { number, plural } from '#ui/text/format-number.ts'
import { ClockIn } from './local-clock.tsx'

const columns = (at: number | null): readonly DataColumn<Destination>[] => [
  {
    id: 'country',
    header: 'Country',
    cell: ({ country }) => (country === null ? 'Unknown' : countryName(country)),
  },
  { id: 'calls', header: 'Calls', align: 'right', width: '5rem', cell: ({ calls }) => number(calls) },
  {
    id: 'there',
    header: at === null ? 'Time there now' : 'Time there then',
    cell: ({ country, zones }) => <ClockIn place={{ country, zones }} at={at} />,
  },
]

/** @param at the start, epoch ms; null: now */
export const Destinations = ({ all, at = null }: { all: readonly Destination[]; at?: number | null }) => (
  <Section title="Destinations" facts={plural(all.length, 'country', 'countries')} flush>
    <DataTable
      caption="Destinations by country"
      columns={columns(at)}
      rows={[...all]}
      rowKey={({ country }) => country ?? ''}
      sticky={false}
    />
  </Section>
)
