/**
 * The hours of a week as a table of seven rows, each hour with the share of calls that were answered. It is one stop of the Tab key; the
 * arrow keys move between its hours.
 */
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { PlainLink } from '#kit/navigation/link.tsx'
import { ScrollBox } from '#ui/layout/scroll-box.tsx'
import { percentOf } from '#ui/text/share.ts'
import { fullHour, hourOfDay } from '#ui/time/hour-of-day.ts'
import { answeredShareOf, enoughCalls, hourAfterKey, shownHours, type WeekHour } from './figures.ts'
import { callsAddress } from './row-addresses.ts'
import type { ReportFilter } from './search.ts'
import * as texts from './texts.tsx'

/** The share at which a cell has the full colour. */
const fullShare = 0.6

const idOf = ({ weekday, hour }: Pick<WeekHour, 'weekday' | 'hour'>) => `${weekday} ${hour}`

interface CellProps {
  hour: WeekHour | undefined
  search: ReportFilter
  /** Whether the Tab key stops here. */
  isStop: boolean
  onFocus: (hour: WeekHour) => void
  /** The ID of the text that says how to move. */
  hint: string
}

function HourCell({ hour, search, isStop, onFocus, hint }: CellProps) {
  if (!hour || hour.calls === 0)
    return (
      <td className="h-row min-w-9 text-center text-faint">
        <span aria-hidden>·</span>
        <span className="sr-only">No calls</span>
      </td>
    )
  const share = answeredShareOf(hour)
  const isSure = hour.known >= enoughCalls
  const strength = Math.round(Math.min(1, (share ?? 0) / fullShare) * (isSure ? 32 : 12))
  return (
    <td
      title={share === null ? texts.noOutcomesThen : texts.cell(hour.answered, hour.known)}
      className={`h-row min-w-9 border border-raised text-center text-label tabular-nums ${isSure ? 'font-medium' : 'text-muted italic'}`}
      style={{ backgroundColor: `color-mix(in oklab, var(--color-done) ${strength}%, transparent)` }}
    >
      <PlainLink
        to={callsAddress(search, { weekday: hour.weekday, hour: hour.hour })}
        data-hour={idOf(hour)}
        tabIndex={isStop ? 0 : -1}
        aria-describedby={isStop ? hint : undefined}
        onFocus={() => onFocus(hour)}
        className="block hover:underline"
      >
        {share !== null && percentOf(share)}
        <span aria-hidden>{share === null ? '–' : '%'}</span>
        <span className="sr-only">
          {share === null ? texts.noOutcomesThen : `%, ${texts.cell(hour.answered, hour.known)}`}
        </span>
      </PlainLink>
    </td>
  )
}

export function WeekHours({ hours, search }: { hours: readonly WeekHour[]; search: ReportFilter }) {
  const columns = shownHours(hours)
  const hint = useId()
  const table = useRef<HTMLTableElement>(null)
  const [focused, setFocused] = useState<string | null>(null)
  const inOrder = hours.filter(({ calls }) => calls > 0).toSorted((a, b) => a.weekday - b.weekday || a.hour - b.hour)
  const stop = inOrder.find((hour) => idOf(hour) === focused) ?? inOrder[0]
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !stop) return
    const next = hourAfterKey(hours, stop, event.key)
    if (next === null) return
    event.preventDefault()
    table.current?.querySelector<HTMLElement>(`[data-hour="${idOf(next)}"]`)?.focus()
  }
  return (
    <ScrollBox className="max-w-full">
      <span id={hint} hidden>
        Move between hours with the arrow keys.
      </span>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its links have the focus */}
      <table ref={table} onKeyDown={onKeyDown} className="w-full border-collapse">
        <caption className="sr-only">Share of the calls that were answered, by weekday and hour</caption>
        <thead>
          <tr>
            <th scope="col" className="sticky left-0 z-2 bg-raised pr-3 text-left text-small font-medium text-muted">
              Weekday
            </th>
            {columns.map((hour) => (
              <th key={hour} scope="col" className="h-6 text-small font-medium text-muted tabular-nums">
                <span aria-hidden>{hourOfDay(hour)}</span>
                <span className="sr-only">{fullHour(hour)}</span>
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
                  isStop={stop?.weekday === weekday && stop.hour === column}
                  onFocus={(hour) => setFocused(idOf(hour))}
                  hint={hint}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}
