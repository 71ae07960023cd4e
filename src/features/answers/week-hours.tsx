/** The hours of a week as a table of seven rows, each hour with the share of calls that were answered. */
import { PlainLink } from '#kit/navigation/link.tsx'
import { ScrollBox } from '#ui/layout/scroll-box.tsx'
import { callsAddress } from './calls-address.ts'
import { enoughCalls, shownHours, type WeekHour } from './figures.ts'
import type { AnswerFilter } from './search.ts'
import * as texts from './texts.tsx'

/** The share at which a cell has the full colour. */
const fullShare = 0.6

function HourCell({ hour, search }: { hour: WeekHour | undefined; search: AnswerFilter }) {
  if (!hour || hour.calls === 0)
    return (
      <td className="h-row min-w-9 text-center text-faint">
        <span aria-hidden>·</span>
        <span className="sr-only">{texts.noCallsThen}</span>
      </td>
    )
  const share = hour.answered / hour.calls
  const isSure = hour.calls >= enoughCalls
  const strength = Math.round(Math.min(1, share / fullShare) * (isSure ? 32 : 12))
  return (
    <td
      title={texts.cell(hour.answered, hour.calls)}
      className={`h-row min-w-9 border border-raised text-center text-label tabular-nums ${isSure ? 'font-medium' : 'text-muted italic'}`}
      style={{ backgroundColor: `color-mix(in oklab, var(--color-done) ${strength}%, transparent)` }}
    >
      {/* So many stops for the Tab key would be in the way. The page of the calls has the same filters. */}
      <PlainLink
        to={callsAddress(search, { weekday: hour.weekday, hour: hour.hour })}
        tabIndex={-1}
        className="block hover:underline"
      >
        {Math.round(share * 100)}
        <span className="sr-only">{texts.cellDetail(hour.answered, hour.calls)}</span>
      </PlainLink>
    </td>
  )
}

export function WeekHours({ hours, search }: { hours: readonly WeekHour[]; search: AnswerFilter }) {
  const columns = shownHours(hours)
  return (
    <ScrollBox className="max-w-full" label={texts.hoursCaption}>
      <table className="w-full border-collapse">
        <caption className="sr-only">{texts.hoursCaption}</caption>
        <thead>
          <tr>
            <th scope="col" className="sticky left-0 z-2 bg-raised pr-3 text-left text-small font-medium text-muted">
              {texts.weekdayColumn}
            </th>
            {columns.map((hour) => (
              <th key={hour} scope="col" className="h-6 text-small font-medium text-muted tabular-nums">
                {texts.hourColumn(hour)}
                <span className="sr-only">{texts.fullHour}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {texts.weekdays.map((name, weekday) => (
            <tr key={name}>
              <th
                scope="row"
                className="sticky left-0 z-2 bg-raised pr-3 text-left text-label font-normal whitespace-nowrap"
              >
                {name}
              </th>
              {columns.map((column) => (
                <HourCell
                  key={column}
                  search={search}
                  hour={hours.find((one) => one.weekday === weekday && one.hour === column)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}
