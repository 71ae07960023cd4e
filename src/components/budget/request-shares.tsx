/** What the requests of the last minute were spent on, as bars with their numbers. */
import { places } from '#kit/navigation/page-table.ts'
import { Meter } from '#ui/status/meter.tsx'
import { number } from '#ui/text/format-number.ts'

/** What the gateway spends for nobody's page (its word, our words). */
const own: Record<string, string> = {
  watching: 'Keeping live things live',
  connection: 'Looking at the connection',
  'connection test': 'Testing the connection',
}

/** A page's name as the navigation has it, by the first word of its address. */
const pageName = (page: string): string =>
  own[page] ?? places.find(({ id }) => id === page)?.label ?? (page === '' ? 'No page' : page)

interface Props {
  shares: readonly { name: string; used: number }[]
  /** The whole budget of a minute. */
  budget: number
}

export const RequestShares = ({ shares, budget: of }: Props) =>
  shares.length === 0 ? (
    <p className="text-muted">Nothing was asked of the service in the last minute.</p>
  ) : (
    <ul className="flex flex-col gap-1.5">
      {shares.map(({ name, used }) => (
        <li
          key={name}
          className="grid grid-cols-[minmax(0,1fr)_5rem_2rem] items-center gap-3 sm:grid-cols-[12rem_1fr_2rem]"
        >
          <span className="sm:truncate" title={name}>
            {name}
          </span>
          <Meter label={name} value={used} max={of} text={`${number(used)} of ${number(of)} requests`} />
          <span className="text-right">{number(used)}</span>
        </li>
      ))}
    </ul>
  )

/** The shares of pages, the largest first. */
export const sharesByPage = (byPage: readonly { page: string; used: number }[]) =>
  byPage.map(({ page, used }) => ({ name: pageName(page), used })).toSorted((one, other) => other.used - one.used)
