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
import { backToAll } from './queue/texts.ts'
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
        title={texts.noDraftInConversation}
        action={
          <>
            <ButtonLink to={paths.conversation(conversationId)}>{texts.openConversation}</ButtonLink>
            {totalCount > 0 && <Button onClick={onNext}>{texts.goToNextDraft}</Button>}
          </>
        }
      >
        {texts.noDraftInConversationHint}
      </EmptyState>
    )
  }
  const beingDecidedCount = drafts.filter(({ decision }) => decision && isInProgress(decision)).length
  const withColleaguesCount = drafts.filter(isWaiting).length
  if (drafts.length === 0 && totalCount > 0) {
    return (
      <EmptyState
        icon={ListChecks}
        title={isGroup ? texts.groupDecided : texts.noMatch}
        action={<Button onClick={onReset}>{isGroup ? backToAll : texts.clearFilters}</Button>}
      >
        {isGroup ? texts.othersWaiting(totalCount) : texts.outsideFilters(totalCount)}
      </EmptyState>
    )
  }
  if (withColleaguesCount > 0) {
    return (
      <EmptyState icon={ListChecks} title={texts.noneForYou}>
        {texts.withColleagues(withColleaguesCount)}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={ListChecks}
      title={unreadCount > 0 ? texts.noneFoundYet : texts.queueEmpty}
      action={<OpenConversationsButton label={texts.openConversationById} />}
    >
      <p>
        {beingDecidedCount > 0 ? texts.decisionsInProgress(beingDecidedCount) : texts.newDraftsAppear}{' '}
        {texts.watchingConversations(watchedCount, unreadCount)}
      </p>
      {!isListed && <p>{texts.notListedHint}</p>}
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
    <section ref={section} aria-label={texts.noOpenDraftLabel} tabIndex={-1} className="outline-none">
      <Card flush>
        <NoDraftExplanation {...content} />
      </Card>
    </section>
  )
}
