/** Shown instead of a draft if no draft is waiting, or colleagues are reviewing all of them. */
import ListChecks from 'lucide-react/icons/list-checks'
import { useEffect, useRef } from 'react'
import { OpenConversationsButton } from '#components/messages/open-conversations.tsx'
import { type Draft, isInProgress, isWaiting } from '#contract/index.ts'
import { ButtonLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { Button } from '#ui/forms/button.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { Card } from '#ui/layout/section.tsx'
import { number, plural } from '#ui/text/format-number.ts'
import * as texts from './texts.ts'

interface Props {
  /** The ID of the conversation in the URL; '' if the URL has none. */
  conversationId: string
  /** The drafts that match the filters. */
  drafts: readonly Draft[]
  /** The number of drafts without the filters. */
  totalCount: number
  watchedCount: number
  /** How many of the watched conversations were not read yet. */
  unreadCount: number
  isListed: boolean
  /** Whether the filters show only a group of alike drafts. */
  isGroup: boolean
  /** Whether to take the focus, because the operator has just decided the last draft. */
  takesFocus: boolean
  onReset: () => void
  /** Opens the next free draft. */
  onNext: () => void
}

function NoDraftExplanation({
  conversationId,
  drafts,
  totalCount,
  watchedCount,
  unreadCount,
  isListed,
  isGroup,
  onReset,
  onNext,
}: Omit<Props, 'takesFocus'>) {
  if (conversationId !== '') {
    return (
      <EmptyState
        icon={ListChecks}
        title="No draft is waiting in this conversation"
        action={
          <>
            <ButtonLink to={paths.conversation(conversationId)}>Open conversation</ButtonLink>
            {totalCount > 0 && <Button onClick={onNext}>Go to next draft</Button>}
          </>
        }
      >
        The draft was already approved or rejected, or Switchboard has not read this conversation yet.
      </EmptyState>
    )
  }
  const beingDecidedCount = drafts.filter(({ decision }) => decision && isInProgress(decision)).length
  const withColleaguesCount = drafts.filter(isWaiting).length
  if (drafts.length === 0 && totalCount > 0) {
    return (
      <EmptyState
        icon={ListChecks}
        title={isGroup ? 'No more drafts with this text' : 'No drafts match these filters'}
        action={<Button onClick={onReset}>{isGroup ? 'Back to all drafts' : 'Clear filters'}</Button>}
      >
        {isGroup
          ? totalCount === 1
            ? '1 other draft is waiting.'
            : `${number(totalCount)} other drafts are waiting.`
          : totalCount === 1
            ? '1 draft is hidden by these filters.'
            : `${number(totalCount)} drafts are hidden by these filters.`}
      </EmptyState>
    )
  }
  if (withColleaguesCount > 0) {
    return (
      <EmptyState icon={ListChecks} title="No drafts are waiting for you">
        Colleagues are reviewing {plural(withColleaguesCount, 'draft', 'drafts')}. Open one to read along, or to review
        it instead.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={ListChecks}
      title={unreadCount > 0 ? 'No drafts found yet' : 'No drafts waiting'}
      action={<OpenConversationsButton label="Open a conversation by ID" />}
    >
      <p>
        {beingDecidedCount > 0
          ? beingDecidedCount === 1
            ? '1 decision is still in progress.'
            : `${number(beingDecidedCount)} decisions are still in progress.`
          : 'New drafts appear here.'}{' '}
        {unreadCount > 0
          ? `${texts.watching(watchedCount)}, ${number(unreadCount)} not read yet.`
          : `${texts.watching(watchedCount)}.`}
      </p>
      {!isListed && (
        <p>The service has no conversation list. Switchboard only checks conversations that your team has opened.</p>
      )}
    </EmptyState>
  )
}

export function NoOpenDraft({ takesFocus, ...content }: Props) {
  const section = useRef<HTMLElement>(null)
  // Move the focus here after the last decision.
  useEffect(() => {
    if (takesFocus) section.current?.focus({ preventScroll: true })
  }, [takesFocus])
  return (
    <section ref={section} aria-label="No draft open" tabIndex={-1} className="outline-none">
      <Card flush>
        <NoDraftExplanation {...content} />
      </Card>
    </section>
  )
}
