/** What the requests of the last minute were used for: a bar and a number for each. */
import { navPages } from '#kit/navigation/page-table.ts'
import { Meter } from '#ui/status/meter.tsx'
import { number } from '#ui/text/format-number.ts'

/** Requests that the gateway sends without a page, by the name under which it reports them. */
const gatewayRequests: Record<string, string> = {
  watching: 'Shared by open pages',
  kept: 'Kept fresh after somebody looked',
  outcomes: 'Results of calls',
  connection: 'Connection checks',
  'connection test': 'Connection tests',
}

/** The page's name in the navigation. @param page the first segment of its path */
export const pageName = (page: string): string =>
  gatewayRequests[page] ?? navPages.find(({ id }) => id === page)?.label ?? (page === '' ? 'Not from a page' : page)

interface Props {
  shares: readonly { name: string; used: number }[]
  /** Requests per minute. */
  budget: number
}

export const RequestShares = ({ shares, budget }: Props) =>
  shares.length === 0 ? (
    <p className="text-muted">No requests to the service in the last minute.</p>
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
          <Meter label={name} value={used} max={budget} text={`${number(used)} of ${number(budget)} requests`} />
          <span className="text-right">{number(used)}</span>
        </li>
      ))}
    </ul>
  )

/** The largest share first. */
export const sharesByPage = (byPage: readonly { page: string; used: number }[]) =>
  byPage.map(({ page, used }) => ({ name: pageName(page), used })).toSorted((a, b) => b.used - a.used)
