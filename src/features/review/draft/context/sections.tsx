/** The sections of what a draft is based on. Those without content are not shown. */

import type { ReactNode } from 'react'
import { CallResult } from '#components/calls/outcome/call-result.tsx'
import type { ContextConversation, ReviewContext } from '#contract/index.ts'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { Disclosure } from '#ui/layout/disclosure.tsx'
import { plural } from '#ui/text/format-number.ts'
import { MarkedText, visible } from '#ui/text/visible-text.tsx'
import { Ago, Duration, TimeWithDay } from '#ui/time/time.tsx'
import { CallSection, Variables } from './call-section.tsx'
import type { CallBefore } from './calls.ts'
import { Prompt } from './prompt.tsx'
import * as texts from './texts.tsx'

type Part = 'call' | 'conversations' | 'history' | 'transcript' | 'prompt'
export type OpenParts = Partial<Record<Part, boolean>>

const Facts = ({ children }: { children: ReactNode }) => (
  <p className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 text-label text-muted">{children}</p>
)

const OtherConversation = ({ conversation }: { conversation: ContextConversation }) => {
  const { conversationId, agentName, messages, lastMessage, isLastFromCustomer, updatedAt, draftId } = conversation
  return (
    <li className="px-3 py-1.5">
      <Facts>
        <Link to={paths.conversation(conversationId)}>{agentName ?? 'Unknown agent'}</Link>
        <span>{plural(messages, 'message', 'messages')}</span>
        <Ago at={updatedAt} />
        {draftId !== null && (
          <Link to={paths.review({ conversation: conversationId, message: draftId })}>Review its draft</Link>
        )}
      </Facts>
      {isLastFromCustomer && <p className="text-label text-muted">Customer:</p>}
      <p dir="auto" className="reading mt-0.5 line-clamp-3 text-soft">
        {lastMessage === '' ? 'No messages' : <MarkedText text={lastMessage} />}
      </p>
    </li>
  )
}

/** Calls and batches in one list, the latest first. */
function History({ context: { batches, variables }, otherCalls }: HistoryProps) {
  const entries = [...otherCalls, ...batches].toSorted((one, other) => other.at - one.at)
  return (
    <ol>
      {entries.map((entry) => (
        <li key={entry.key} className="px-3 py-1.5">
          {entry.kind === 'call' ? (
            <Facts>
              <span className="text-ink">Call</span>
              <TimeWithDay at={entry.at} />
              <CallResult call={entry} />
              {Boolean(entry.duration) && <Duration seconds={entry.duration} />}
              {entry.agentName && <span>{visible(texts.withAgent(entry.agentName))}</span>}
              {entry.roomName !== '' && <Link to={paths.call(entry.roomName)}>{texts.openCall}</Link>}
            </Facts>
          ) : (
            <>
              <Facts>
                <span className="text-ink">Batch</span>
                <TimeWithDay at={entry.at} />
                <span>{texts.batchStates[entry.state]}</span>
                {entry.batchId ? (
                  <Link to={paths.batch(entry.batchId)}>{entry.name || texts.unnamedBatch}</Link>
                ) : (
                  <span>{visible(entry.name || texts.unnamedBatch)}</span>
                )}
              </Facts>
              <Variables variables={variables[entry.batchId ?? '']} />
            </>
          )}
        </li>
      ))}
    </ol>
  )
}
interface HistoryProps {
  context: ReviewContext
  otherCalls: ReviewContext['calls']
}

interface Props {
  context: ReviewContext
  before: CallBefore | null
  openParts: OpenParts
  onToggle: (part: Part, isOpen: boolean) => void
}

export function Sections({ context, before, openParts, onToggle }: Props) {
  const { calls, conversations, batches, variables, flow } = context
  const otherCalls = calls.filter((call) => call !== before?.call)
  // The batch of the call is shown with it.
  const otherBatches = batches.filter(({ batchId }) => batchId === null || batchId !== before?.call.batchId)
  const isOpen = (part: Part) => ({
    isOpen: openParts[part] ?? false,
    onToggle: (isNowOpen: boolean) => onToggle(part, isNowOpen),
  })
  const historyCount = otherCalls.length + otherBatches.length
  if (!before && conversations.length === 0 && historyCount === 0 && !flow)
    return (
      <p className="px-3 py-2 text-muted">Your team has seen no call, other conversation or flow of this customer.</p>
    )
  return (
    <div className="divide-y divide-line">
      {before && (
        <Disclosure summary="Last call" facts={texts.beforeDraft(before.gapMs)} {...isOpen('call')}>
          <CallSection
            call={before.call}
            batchName={batches.find(({ batchId }) => batchId === before.call.batchId)?.name}
            variables={variables[before.call.batchId ?? '']}
            transcript={isOpen('transcript')}
          />
        </Disclosure>
      )}
      {conversations.length > 0 && (
        <Disclosure summary="Other conversations" facts={conversations.length} {...isOpen('conversations')}>
          <ul className="divide-y divide-line">
            {conversations.map((conversation) => (
              <OtherConversation key={conversation.conversationId} conversation={conversation} />
            ))}
          </ul>
        </Disclosure>
      )}
      {historyCount > 0 && (
        <Disclosure summary="Other calls and batches" facts={historyCount} {...isOpen('history')}>
          <History context={{ ...context, batches: otherBatches }} otherCalls={otherCalls} />
        </Disclosure>
      )}
      {flow && (
        <Disclosure summary="Prompt of the flow" facts={flow.name && visible(flow.name)} {...isOpen('prompt')}>
          <Prompt key={flow.flowId} flow={flow} />
        </Disclosure>
      )}
    </div>
  )
}
