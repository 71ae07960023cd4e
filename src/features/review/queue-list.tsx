/** The messages that wait, oldest first, one link each. */
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { useGatewayNow } from '#parts/decisions.ts'
import { groupNumber } from '#phone/group.ts'
import { cx } from '#ui/classes.ts'
import { ago, momentOf } from '#ui/format.ts'
import { Lamp } from '#ui/lamp.tsx'
import { draftLamp, keyOf, type Row, type Target } from './queue.ts'

const customerOf = ({ name, phone, email }: Row['draft']['customer']) =>
  name || (phone && groupNumber(phone)) || email || 'No name'

interface LineProps {
  row: Row
  selected: boolean
  edited: boolean
  now: number
  to: string
  onOpen: () => void
}

function Line({ row: { draft, gone }, selected, edited, now, to, onOpen }: LineProps) {
  const link = useRef<HTMLAnchorElement>(null)
  // The list's scroll position follows the selection.
  useEffect(() => {
    if (selected) link.current?.scrollIntoView({ block: 'nearest' })
  }, [selected])
  const since = momentOf(draft.createdAt)
  return (
    <li className="border-b border-line last:border-b-0">
      <Link
        ref={link}
        to={to}
        preventScrollReset
        onClick={onOpen}
        aria-current={selected ? 'true' : undefined}
        className={cx(
          'flex scroll-my-2 flex-col gap-px border-l-2 px-3 py-1.5 hover:bg-hover focus-visible:-outline-offset-2',
          selected ? 'border-accent bg-accent-soft' : 'border-transparent',
          gone && 'opacity-60',
        )}
      >
        <span className="flex items-baseline gap-2">
          <span className="min-w-0 flex-1 truncate font-medium">{customerOf(draft.customer)}</span>
          <span className="text-small text-muted tabular-nums">
            {since === null ? 'age not told' : ago(since, now)}
          </span>
        </span>
        <span className="truncate text-label text-soft">{draft.message || 'No text'}</span>
        <span className="flex items-baseline gap-2 text-small">
          {gone ? <Lamp state="off" word="Decided" /> : <Lamp {...draftLamp(draft)} />}
          {edited && <span className="text-muted">edited, not sent</span>}
          <span className="ml-auto min-w-0 truncate text-muted">{draft.agentName || 'Agent not known yet'}</span>
        </span>
      </Link>
    </li>
  )
}

interface Props {
  rows: readonly Row[]
  selected: Target | null
  /** Keys of the messages that somebody has typed an edit for. */
  edited: readonly string[]
  addressOf: (target: Target) => string
  onOpen: (target: Target) => void
}

export function QueueList({ rows, selected, edited, addressOf, onOpen }: Props) {
  const now = useGatewayNow()
  const key = selected && keyOf(selected)
  return (
    <ol aria-label="Messages that wait" className="lg:pb-28">
      {rows.map((row) => (
        <Line
          key={keyOf(row.draft)}
          row={row}
          selected={keyOf(row.draft) === key}
          edited={edited.includes(keyOf(row.draft))}
          now={now}
          to={addressOf(row.draft)}
          onOpen={() => onOpen(row.draft)}
        />
      ))}
    </ol>
  )
}
