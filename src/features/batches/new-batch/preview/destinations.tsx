/** The countries that are called, with their local time. */
import { compareWithHours } from '#components/batches/hours-outlook.ts'
import { useCallingHours } from '#components/phone/use-calling-hours.ts'
import { type Destination, hoursIn, hoursInWords } from '#contract/index.ts'
import { countryName } from '#phone/country.ts'
import { cx } from '#ui/classes.ts'
import { Section } from '#ui/layout/section.tsx'
import { type Column, Table } from '#ui/layout/table.tsx'
import { number, plural } from '#ui/text/format-number.ts'
import { useGatewayTime } from '#ui/time/clock.ts'
import { withLocalClock } from '#ui/time/format-time.ts'
import { useNewBatch } from '../state/new-batch-store.ts'
import { LocalClock } from './local-clock.tsx'

const columns = (at: number | null): readonly Column<Destination>[] => [
  {
    id: 'country',
    header: 'Country',
    cell: ({ country }) => (country === null ? 'Unknown' : countryName(country)),
  },
  { id: 'calls', header: 'Calls', align: 'right', width: '5rem', cell: ({ calls }) => number(calls) },
  {
    id: 'there',
    header: at === null ? 'Local time now' : 'Local time at the start',
    cell: ({ country, zones }) => <LocalClock place={{ country, zones }} at={at} />,
  },
]

const oneMoment = { seconds: 0, callBacks: 0, gapHours: 0 }

/** @param at start time in epoch ms; null: now */
export function Destinations({
  destinations,
  at = null,
}: {
  destinations: readonly Destination[]
  at?: number | null
}) {
  const now = useGatewayTime(30_000)
  const workspaceHours = useCallingHours()
  const { plan } = useNewBatch()
  const hours = workspaceHours && hoursIn(plan.hours, workspaceHours)
  const outside = hours && compareWithHours(destinations, hours, { from: at ?? now, ...oneMoment }).outside
  return (
    <Section title="Destinations" facts={plural(destinations.length, 'country', 'countries')} flush>
      <Table
        caption="Destinations by country"
        columns={columns(at)}
        rows={[...destinations]}
        rowKey={({ country }) => country ?? ''}
      />
      {hours && (
        <p className={cx('border-t border-line px-3 py-2 text-label', outside ? 'font-medium' : 'text-muted')}>
          {withLocalClock(
            outside ||
              `Everybody is inside the calling hours (${hoursInWords(hours)}) ${at === null ? 'now' : 'at the start'}.`,
          )}
        </p>
      )}
    </Section>
  )
}
