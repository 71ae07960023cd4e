/** A list of links to the drafts that wait for review, with what to check in each. Tab enters it once; the arrow keys move in it. */

import { type KeyboardEvent, memo, useEffect, useRef, useState } from 'react'
import { useMyId } from '#api/session.ts'
import { PlainLink } from '#kit/navigation/link.tsx'
import { cx } from '#ui/classes.ts'
import { StatusLabel } from '#ui/status/status-label.tsx'
import { visible } from '#ui/text/visible-text.tsx'
import { useTick } from '#ui/time/clock.ts'
import { ago, momentOf } from '#ui/time/format-time.ts'
import {
  addressOfDraft,
  customerOf,
  draftStatus,
  type Filter,
  keyOf,
  needsReview,
  type Row,
  type Sorting,
  type Target,
} from './queue.ts'
import * as texts from './texts.ts'

interface LineProps extends Row {
  isSelected: boolean
  /** Tab stops at this line alone. */
  isTabStop: boolean
  hasEdit: boolean
  filter: Filter & { sort: Sorting }
  /** Shown instead of the text. */
  summary: string | undefined
  myId: string
  onOpen: (target: Target) => void
}

/** A component of its own, so that the rest of the line is not rendered again when the minute changes. */
function WaitingTime({ since }: { since: string }) {
  const at = momentOf(since)
  const text = useTick((now) => (at === null ? 'unknown age' : ago(at, now)))
  return (
    <span translate="no" className="text-small text-muted tabular-nums">
      {text}
    </span>
  )
}

/** Nearly every draft needs a review, so only what differs is shown. */
const DraftState = ({ status }: { status: ReturnType<typeof draftStatus> }) =>
  status.label === needsReview ? (
    <span className="sr-only">{status.label}</span>
  ) : (
    <span className="mr-2">
      <StatusLabel {...status} />
    </span>
  )

function Line({ draft, hasLeftQueue, isSelected, isTabStop, hasEdit, summary, filter, myId, onOpen }: LineProps) {
  const link = useRef<HTMLAnchorElement>(null)
  const risks = texts.riskLabels(draft.risks)
  // Keep the selected draft in view.
  useEffect(() => {
    if (isSelected) link.current?.scrollIntoView({ block: 'nearest' })
  }, [isSelected])
  return (
    <li className="border-b border-line [content-visibility:auto] [contain-intrinsic-block-size:auto_4.5rem] last:border-b-0">
      <PlainLink
        ref={link}
        to={addressOfDraft(filter, draft)}
        data-key={keyOf(draft)}
        tabIndex={isTabStop ? undefined : -1}
        preventScrollReset
        onClick={() => onOpen(draft)}
        aria-current={isSelected ? 'true' : undefined}
        className={cx(
          'flex scroll-my-2 flex-col gap-px border-l-2 px-3 py-1.5 hover:bg-hover focus-visible:-outline-offset-2',
          isSelected ? 'border-accent bg-accent-soft' : 'border-transparent',
          hasLeftQueue && 'opacity-60',
        )}
      >
        <span className="flex items-baseline gap-2">
          <span translate="no" dir="auto" className="min-w-0 flex-1 truncate font-medium">
            {visible(customerOf(draft.customer))}
          </span>
          <WaitingTime since={draft.createdAt} />
        </span>
        <span translate="no" dir="auto" className="truncate text-label text-soft">
          {visible(summary || draft.message || 'No text')}
        </span>
        {/* One line whatever there is to check, so that every draft is as far below the one before. */}
        <span className="flex h-4 items-baseline text-small">
          <span className="shrink-0 whitespace-nowrap">
            {hasLeftQueue ? (
              <DraftState status={{ state: 'off', label: 'Decided' }} />
            ) : (
              <DraftState status={draftStatus(draft, myId)} />
            )}
            {draft.doNotCall && <span className="mr-2 text-danger">do not call</span>}
            {hasEdit && <span className="mr-2 text-muted">edited, not sent</span>}
          </span>
          {risks !== '' && (
            <span dir="auto" title={risks} className="mr-2 min-w-0 shrink-0 truncate text-attention-ink max-w-full">
              <span className="sr-only">Check: </span>
              {visible(risks)}
            </span>
          )}
          <span translate="no" dir="auto" className="min-w-0 truncate text-muted">
            {visible(draft.agentName || 'Agent not loaded yet')}
          </span>
        </span>
      </PlainLink>
    </li>
  )
}

/** Each key press and each answer renders the whole queue. `memo` limits this to the lines that changed. */
const MemoizedLine = memo(Line)

/** The link that a key moves the focus to; undefined: the key does not move it. */
function linkAfterKey({ key, currentTarget, target }: KeyboardEvent<HTMLElement>): HTMLElement | undefined {
  const links = [...currentTarget.querySelectorAll<HTMLElement>('a[data-key]')]
  const index = links.findIndex((link) => link === target)
  if (index === -1) return undefined
  if (key === 'ArrowDown') return links[Math.min(index + 1, links.length - 1)]
  if (key === 'ArrowUp') return links[Math.max(index - 1, 0)]
  if (key === 'Home') return links[0]
  return key === 'End' ? links.at(-1) : undefined
}

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
  const link = linkAfterKey(event)
  if (!link) return
  event.preventDefault()
  link.focus()
}

interface Props {
  rows: readonly Row[]
  selected: Target | null
  /** Keys of the drafts with an unsent edit. */
  editedKeys: readonly string[]
  /** What to show instead of a draft's text, by its key. */
  summaries: ReadonlyMap<string, string>
  /** Stays in the address when a draft is opened. */
  filter: Filter & { sort: Sorting }
  onOpen: (target: Target) => void
}

export function QueueList({ rows, selected, editedKeys, summaries, filter, onOpen }: Props) {
  const myId = useMyId()
  const selectedKey = selected && keyOf(selected)
  /** While the focus is in the list; null: Tab enters at the open draft. */
  const [focusedKey, setFocusedKey] = useState<string | null>(null)
  const keys = new Set(rows.map(({ draft }) => keyOf(draft)))
  const tabStopKey = [focusedKey, selectedKey].find((key) => key !== null && keys.has(key)) ?? [...keys][0]
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the events come from the links in it
    <ol
      aria-label="Drafts waiting"
      onKeyDown={moveFocus}
      onFocus={({ target }) => setFocusedKey(target.dataset['key'] ?? null)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setFocusedKey(null)
      }}
    >
      {rows.map((row) => (
        <MemoizedLine
          key={keyOf(row.draft)}
          {...row}
          isSelected={keyOf(row.draft) === selectedKey}
          isTabStop={keyOf(row.draft) === tabStopKey}
          hasEdit={editedKeys.includes(keyOf(row.draft))}
          filter={filter}
          summary={summaries.get(keyOf(row.draft))}
          myId={myId}
          onOpen={onOpen}
        />
      ))}
    </ol>
  )
}
