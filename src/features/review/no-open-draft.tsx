/** Where the draft would be: nothing waits, or nothing that is free. */
import ListChecks from 'lucide-react/icons/list-checks'
import { useEffect, useRef } from 'react'
import { isInProgress } from '#components/decisions/decisions.ts'
import { OpenConversationsButton } from '#components/messages/open-conversations.tsx'
import type { Draft } from '#contract/index.ts'
import { ButtonLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { Button } from '#ui/forms/button.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { Card } from '#ui/layout/section.tsx'
import { number, plural } from '#ui/text/format-number.ts'

interface Props {
  /** The conversation that the address names; '' where it names none. */
  conversation: string
  /** Those that the filter keeps. */
  drafts: readonly Draft[]
  /** How many there are without the filter. */
  all: number
  watching: number
  /** Of those watched, the ones that were not read yet. */
  unread: number
  listed: boolean
  /** Somebody came here by deciding the last one: the focus comes along. */
  focused: boolean
  onReset: () => void
  /** Opens the next message that is free. */
  onNext: () => void
}

function Content({ conversation, drafts, all, watching, unread, listed, onReset, onNext }: Omit<Props, 'focused'>) {
  if (conversation !== '') {
    return (
      <EmptyState
        icon={ListChecks}
        title="No draft of this conversation is waiting"
        action={
          <>
            <ButtonLink to={paths.conversation(conversation)}>Open the conversation</ButtonLink>
            {all > 0 && <Button onClick={onNext}>Go to the next message</Button>}
          </>
        }
      >
        It was decided, or Switchboard has not read the conversation yet.
      </EmptyState>
    )
  }
  const held = drafts.filter(({ decision }) => decision && isInProgress(decision)).length
  const theirs = drafts.length - held
  if (drafts.length === 0 && all > 0) {
    return (
      <EmptyState icon={ListChecks} title="No message matches" action={<Button onClick={onReset}>Show all</Button>}>
        {plural(all, 'message waits', 'messages wait')} with other agents or flows, or not so long.
      </EmptyState>
    )
  }
  if (theirs > 0) {
    return (
      <EmptyState icon={ListChecks} title="Nothing waits for you">
        {plural(theirs, 'message is', 'messages are')} with colleagues. Open one to read along, or to review it instead.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={ListChecks}
      title={unread > 0 ? 'Nothing found yet' : 'Queue is clear'}
      action={<OpenConversationsButton label="Open a conversation by ID" />}
    >
      <p>
        {held > 0
          ? `${plural(held, 'decision is', 'decisions are')} still held, and can be undone.`
          : 'No messages waiting.'}{' '}
        Watching {plural(watching, 'conversation', 'conversations')}
        {unread > 0 && `, ${number(unread)} of them not read yet`}.
      </p>
      {!listed && (
        <p>The service does not list its conversations: those that the team has opened are looked at for drafts.</p>
      )}
    </EmptyState>
  )
}

export function NoOpenDraft({ focused, ...words }: Props) {
  const box = useRef<HTMLElement>(null)
  // The document's focus follows the last decision.
  useEffect(() => {
    if (focused) box.current?.focus({ preventScroll: true })
  }, [focused])
  return (
    <section ref={box} aria-label="No message open" tabIndex={-1} className="outline-none">
      <Card flush>
        <Content {...words} />
      </Card>
    </section>
  )
}
