/** One entry of a person's timeline: its time, what it is, what happened, and the link to its place. */
import type { ReactNode } from 'react'
import { CallResult } from '#components/calls/outcome/call-result.tsx'
import { sourceText } from '#components/do-not-call/entry-texts.ts'
import { actionText, outcomeStatus } from '#components/effects/history-texts.ts'
import { messageState } from '#components/messages/message-state.ts'
import { needsReview, type PersonEntry } from '#contract/index.ts'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { type StatusKind, StatusLabel } from '#ui/status/status-label.tsx'
import { plural } from '#ui/text/format-number.ts'
import { MarkedText, visible } from '#ui/text/visible-text.tsx'
import { Duration, Time } from '#ui/time/time.tsx'
import * as texts from './texts.tsx'

type EntryOf<Kind extends PersonEntry['kind']> = Extract<PersonEntry, { kind: Kind }>

const batchStates: Record<EntryOf<'batch'>['state'], StatusKind> = {
  started: 'done',
  held_back: 'waiting',
  awaiting_approval: 'waiting',
  nobody_called: 'off',
}

/** What an entry shows: its kind in a word, what happened, its state and facts, and where to go. */
interface Parts {
  kind: string
  content: ReactNode
  facts: ReactNode
}

const call = ({
  agentName,
  operator,
  roomName,
  batchId,
  batchName,
  state,
  lines,
  duration,
  result,
  resultSource,
  said,
}: EntryOf<'call'>): Parts => ({
  kind: texts.kinds.call,
  content:
    said === null ? (
      visible(agentName === null && batchName ? `In ${batchName}` : texts.callWith(agentName))
    ) : (
      <MarkedText text={said} />
    ),
  facts: (
    <>
      <CallResult call={{ state, result, resultSource }} />
      {said !== null && agentName && <span>{visible(texts.callWith(agentName))}</span>}
      {Boolean(duration) && state !== 'live' && <Duration seconds={duration} />}
      {operator && <span>{visible(`placed by ${operator}`)}</span>}
      {lines > 0 && <span>transcript of {plural(lines, 'line', 'lines')}</span>}
      {roomName !== '' && <Link to={paths.call(roomName)}>Open call</Link>}
      {batchId && <Link to={paths.batch(batchId)}>{texts.openBatch}</Link>}
    </>
  ),
})

const message = ({ message, conversationId, agentName }: EntryOf<'message'>): Parts => {
  const isDraft = needsReview(message)
  const isInbound = message.direction === 'inbound'
  return {
    kind: isDraft ? 'Draft' : texts.kinds.message,
    content: message.message === '' ? 'No text' : <MarkedText text={message.message} />,
    facts: (
      <>
        <StatusLabel {...messageState(message)} />
        <span>{isInbound ? 'From the customer' : visible(agentName ?? '')}</span>
        {isDraft ? (
          <Link to={paths.review({ conversation: conversationId, message: message._id })}>Review this draft</Link>
        ) : (
          <Link to={paths.conversation(conversationId)}>{texts.openConversation}</Link>
        )}
      </>
    ),
  }
}

const decision = ({ action, operator, state, happened, conversationId }: EntryOf<'decision'>): Parts => ({
  kind: texts.kinds.decision,
  content: actionText('messageAction', { action }),
  facts: (
    <>
      <StatusLabel {...outcomeStatus({ state, happened })} />
      <span>{visible(texts.by(operator))}</span>
      <Link to={paths.conversation(conversationId)}>{texts.openConversation}</Link>
    </>
  ),
})

const batch = ({ name, operator, state, batchId }: EntryOf<'batch'>): Parts => ({
  kind: texts.kinds.batch,
  content: visible(name || 'Batch without a name'),
  facts: (
    <>
      <StatusLabel state={batchStates[state]} label={texts.batchStates[state]} />
      <span>{visible(`started by ${operator}`)}</span>
      {batchId && <Link to={paths.batch(batchId)}>{texts.openBatch}</Link>}
    </>
  ),
})

const doNotCall = ({ facts: { reason, operator, source }, until }: EntryOf<'do-not-call'>): Parts => {
  const { text, path } = sourceText(source)
  return {
    kind: texts.kinds['do-not-call'],
    content: visible(reason),
    facts: (
      <>
        <StatusLabel state="off" label={texts.onDoNotCallList} />
        <span>{visible(texts.by(operator))}</span>
        {until !== null && (
          <span>
            until <Time at={until} show="day" />
          </span>
        )}
        {path ? <Link to={path}>{text}</Link> : <span>{visible(text)}</span>}
        <Link to={paths.doNotCall()}>Open do-not-call list</Link>
      </>
    ),
  }
}

function partsOf(entry: PersonEntry): Parts {
  switch (entry.kind) {
    case 'call':
      return call(entry)
    case 'message':
      return message(entry)
    case 'decision':
      return decision(entry)
    case 'batch':
      return batch(entry)
    case 'do-not-call':
      return doNotCall(entry)
  }
}

export function TimelineEntry({ entry }: { entry: PersonEntry }) {
  const { kind, content, facts } = partsOf(entry)
  const isFromCustomer = entry.kind === 'message' && entry.message.direction === 'inbound'
  return (
    <li className="flex flex-col gap-x-3 px-3 py-1.5 sm:flex-row">
      <span className="flex shrink-0 gap-x-3 text-label leading-[inherit]">
        <span className="numeric min-w-20 text-muted">
          <Time at={entry.at > 0 ? entry.at : null} none="No time" />
        </span>
        <span className="font-medium sm:w-20">{kind}</span>
      </span>
      <div
        className={
          isFromCustomer
            ? 'min-w-0 flex-1 border-l-2 border-control pl-3'
            : 'min-w-0 flex-1 border-l-2 border-line pl-3'
        }
      >
        <p dir="auto" className="reading">
          {content}
        </p>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-0.5 text-small text-muted">{facts}</p>
      </div>
    </li>
  )
}
