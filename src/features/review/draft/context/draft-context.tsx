/**
 * What an open draft is based on: the call before it, the customer's other conversations, and the prompt of its flow. Beside the draft in a
 * wide window, else below it, closed. Its code and data are loaded after the draft has been open for a moment. The data come from the
 * gateway, which sends nothing to the service for them.
 */
import { type ReactNode, Suspense, useState } from 'react'
import { read, useRead } from '#api/reads.ts'
import type { ReviewContext } from '#contract/index.ts'
import { DataView } from '#kit/data/data-view.tsx'
import { Disclosure } from '#ui/layout/disclosure.tsx'
import { SkeletonText } from '#ui/layout/skeleton.tsx'
import { lazyPart } from '#ui/lazy-part.ts'
import { plural } from '#ui/text/format-number.ts'
import { momentOf } from '#ui/time/format-time.ts'
import { useIsExtraWide } from '#ui/use-media.ts'
import { callBefore } from './calls.ts'
import type { OpenParts } from './sections.tsx'
import * as texts from './texts.tsx'
import { useDwell } from './use-dwell.ts'

const Sections = lazyPart(async () => ({ default: (await import('./sections.tsx')).Sections }))

/** "call 4 min before · 2 other conversations · prompt" */
const summaryOf = ({ calls, conversations, flow }: ReviewContext, draftAt: number | null): string => {
  const before = callBefore(calls, draftAt)
  return [
    before && texts.callInSummary(before.gapMs),
    conversations.length > 0 && plural(conversations.length, 'other conversation', 'other conversations'),
    flow?.cached?.prompt && 'prompt',
  ]
    .filter(Boolean)
    .join(' · ')
}

/** What a reviewer has opened stays open for the next draft, so the page of the queue keeps it. */
export function useContextParts() {
  const [isOpen, setIsOpen] = useState(false)
  const [openParts, setOpenParts] = useState<OpenParts>({ call: true, conversations: true })
  return { isOpen, setIsOpen, openParts, setOpenParts }
}

interface Props {
  conversationId: string
  messageId: string
  parts: ReturnType<typeof useContextParts>
  /** Whom the draft is for and where it comes from. */
  facts: ReactNode
}

export function DraftContext({ conversationId, messageId, parts, facts }: Props) {
  const isBeside = useIsExtraWide()
  const { isOpen, setIsOpen, openParts, setOpenParts } = parts
  const hasDwelt = useDwell(messageId)
  const params = { conversationId }
  // The open draft reads it.
  const open = useRead({ ...read('reviewConversationShow', { params }), gcTime: 0, enabled: false })
  const message = open.data?.conversation.messages.find(({ _id }) => _id === messageId)
  const draftAt = momentOf(message?.createdAt)
  const query = useRead({ ...read('reviewContextShow', { params }), enabled: hasDwelt && open.data !== undefined })
  const loading = hasDwelt && (
    <div className="px-3 py-2">
      <SkeletonText lines={5} label="Loading calls and conversations…" />
    </div>
  )
  const sections = (isBeside || isOpen) && (
    <DataView query={query} loading={loading}>
      {(context) =>
        hasDwelt && (
          <Suspense fallback={loading}>
            <Sections
              key={messageId}
              context={context}
              before={callBefore(context.calls, draftAt)}
              openParts={openParts}
              onToggle={(part, isOpen) => setOpenParts((before) => ({ ...before, [part]: isOpen }))}
            />
          </Suspense>
        )
      }
    </DataView>
  )
  // Before the decision, of which it is the reason, also for the keyboard.
  if (isBeside)
    return (
      <aside
        aria-labelledby="draft-context"
        className="col-start-2 row-span-2 row-start-1 overflow-y-auto border-l border-line"
      >
        <h2 id="draft-context" className="flex min-h-10 items-center border-b border-line px-3 text-base">
          {texts.title}
        </h2>
        {facts}
        {sections}
      </aside>
    )
  return (
    <aside aria-label={texts.title} className="border-t border-line lg:max-h-[40vh] lg:overflow-y-auto">
      <Disclosure
        summary={texts.title}
        facts={hasDwelt && query.data && summaryOf(query.data, draftAt)}
        isOpen={isOpen}
        onToggle={setIsOpen}
      >
        <div className="border-t border-line">
          {facts}
          {sections}
        </div>
      </Disclosure>
    </aside>
  )
}
