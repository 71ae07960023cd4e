/** The countries that are called, with their local time. */
import type { Destination } from '#contract/index.ts'
import { countryName } from '#phone/country.ts'
import { Section } from '#ui/layout/section.tsx'
import { type Column, Table } from '#ui/layout/table.tsx'
import { number, plural } from '#ui/text/format-number.ts'
import { LocalClock } from './local-clock.tsx'
import * as texts from './texts.tsx'

const columns = (at: number | null): readonly Column<Destination>[] => [
  {
    id: 'country',
    header: 'Country',
    cell: ({ country }) => (country === null ? texts.unknown : countryName(country)),
  },
  { id: 'calls', header: 'Calls', align: 'right', width: '5rem', cell: ({ calls }) => number(calls) },
  {
    id: 'there',
    header: at === null ? texts.localTimeNow : 'Local time at the start',
    cell: ({ country, zones }) => <LocalClock place={{ country, zones }} at={at} />,
  },
]

/** @param at start time in epoch ms; null: now */
export const Destinations = ({
  destinations,
  at = null,
}: {
  destinations: readonly Destination[]
  at?: number | null
}) => (
  <Section title="Destinations" facts={plural(destinations.length, 'country', 'countries')} flush>
    <Table
      caption="Destinations by country"
      columns={columns(at)}
      rows={[...destinations]}
      rowKey={({ country }) => country ?? ''}
    />
  </Section>
)
