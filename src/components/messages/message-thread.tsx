/** The messages between a customer and an agent, in order, each with its state. */
import type { ReactNode } from 'react'
import type { Conversation, Message } from '#contract/index.ts'
import { cx } from '#ui/classes.ts'
import { StatusLabel } from '#ui/status/status-label.tsx'
import { firstName } from '#ui/text/first-name.ts'
import { MarkedText, visible, visibleText } from '#ui/text/visible-text.tsx'
import { day, momentOf, zoneName } from '#ui/time/format-time.ts'
import { Time } from '#ui/time/time.tsx'
import { messageState } from './message-state.ts'

/** Messages are grouped by day, and by zone: on a day with a clock change there are two. */
const dayOf = ({ createdAt }: Message) => {
  const at = momentOf(createdAt)
  return at === null ? 'Unknown date' : `${day(at)} · ${zoneName(at)}`
}

interface MessageProps {
  message: Message
  customer: string
  agent: string
  /** Highlighted: it arrived while the operator was reading. */
  isNew: boolean
  action?: ReactNode
}

function MessageItem({ message, customer, agent, isNew, action }: MessageProps) {
  const isInbound = message.direction === 'inbound'
  const state = messageState(message)
  const isUsual = state.state === 'done'
  return (
    <li
      className={cx(
        'grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 px-4 py-1.5 sm:grid-cols-[4.5rem_minmax(0,1fr)_4rem]',
        isNew && 'bg-accent-soft',
      )}
    >
      <span
        translate="no"
        dir="auto"
        className={cx(
          'truncate text-label leading-[inherit] sm:text-right',
          isInbound ? 'font-medium text-ink' : 'text-muted',
        )}
        title={visibleText(isInbound ? customer : agent)}
      >
        {visible(isInbound ? firstName(customer) : 'Agent')}
      </span>
      <span className="numeric text-right text-label leading-[inherit] text-muted sm:col-start-3 sm:row-start-1">
        <Time at={message.createdAt} show="short" none="No time" />
      </span>
      <div
        className={cx(
          'col-span-2 min-w-0 border-l-2 py-px pl-3 sm:col-span-1 sm:col-start-2 sm:row-start-1',
          isInbound ? 'border-control' : 'border-line',
        )}
      >
        <p dir="auto" className={cx('reading', isInbound ? 'text-ink' : 'text-soft')}>
          {message.message === '' ? <span className="text-muted">No text</span> : <MarkedText text={message.message} />}
        </p>
        {/* Nearly every message was sent or received, so only another state takes a line. */}
        <p
          className={cx(
            'flex flex-wrap items-center gap-x-3 text-small text-muted',
            isUsual && !isNew && !action && 'sr-only',
          )}
        >
          <StatusLabel {...state} />
          {isNew && <strong className="text-accent">New while you were reading</strong>}
          {action}
        </p>
      </div>
    </li>
  )
}

interface Props {
  conversation: Conversation
  /** The agent's name; null: unknown. */
  agent: string | null
  /** The ID of a message to leave out because the page shows it elsewhere. */
  omitId?: string
  /** IDs of messages that arrived while the operator was reading. */
  newIds?: readonly string[]
  action?: (message: Message) => ReactNode
  /** Aligns the latest message with the bottom, next to the reply, even if there is space left. */
  alignsToEnd?: boolean
  /** Shown if there are no messages. */
  empty: ReactNode
}

/** Scrolls inside a parent that has a height, and starts at its end. */
export function MessageThread({ conversation, agent, omitId, newIds = [], action, alignsToEnd = false, empty }: Props) {
  const messages = conversation.messages.filter(({ _id }) => _id === '' || _id !== omitId)
  const days = Map.groupBy(messages, dayOf)
  const customer = conversation.customer.name || 'Customer'
  if (messages.length === 0) return empty
  return (
    <section
      aria-label="Messages"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable area must be reachable by keyboard
      tabIndex={0}
      // Reversed, a box scrolls from its end, and stays there when what is below it takes some of its height.
      className="flex min-h-0 w-full max-w-[45rem] flex-1 flex-col-reverse overflow-y-auto overscroll-contain py-1 focus-visible:-outline-offset-2"
    >
      <div className={alignsToEnd ? undefined : 'mb-auto'}>
        {[...days].map(([dayName, messagesOfDay]) => (
          <section key={dayName} aria-label={dayName}>
            <p aria-hidden className="px-4 pt-2 pb-0.5 text-small text-muted">
              {dayName}
            </p>
            <ol>
              {messagesOfDay.map((message, index) => (
                <MessageItem
                  key={message._id || index}
                  message={message}
                  customer={customer}
                  agent={agent || 'Agent'}
                  isNew={newIds.includes(message._id)}
                  action={action?.(message)}
                />
              ))}
            </ol>
          </section>
        ))}
      </div>
    </section>
  )
}
