/** Shown instead of a draft if none is waiting, or none is free. */
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
import * as texts from './texts.ts'

interface Props {
  /** The conversation in the URL; '' if it names none. */
  conversation: string
  /** The drafts that match the filters. */
  drafts: readonly Draft[]
  /** The number of drafts without the filters. */
  all: number
  watching: number
  /** How many of the watched conversations were not read yet. */
  unread: number
  listed: boolean
  /** Whether to take the focus, because the operator has just decided the last draft. */
  focused: boolean
  onReset: () => void
  /** Opens the next free draft. */
  onNext: () => void
}

function Content({ conversation, drafts, all, watching, unread, listed, onReset, onNext }: Omit<Props, 'focused'>) {
  if (conversation !== '') {
    return (
      <EmptyState
        icon={ListChecks}
        title={texts.noDraftInConversation}
        action={
          <>
            <ButtonLink to={paths.conversation(conversation)}>{texts.openConversation}</ButtonLink>
            {all > 0 && <Button onClick={onNext}>{texts.goToNextDraft}</Button>}
          </>
        }
      >
        {texts.noDraftInConversationHint}
      </EmptyState>
    )
  }
  const inProgress = drafts.filter(({ decision }) => decision && isInProgress(decision)).length
  const withColleagues = drafts.length - inProgress
  if (drafts.length === 0 && all > 0) {
    return (
      <EmptyState
        icon={ListChecks}
        title={texts.noMatch}
        action={<Button onClick={onReset}>{texts.clearFilters}</Button>}
      >
        {texts.outsideFilters(all)}
      </EmptyState>
    )
  }
  if (withColleagues > 0) {
    return (
      <EmptyState icon={ListChecks} title={texts.noneForYou}>
        {texts.withColleagues(withColleagues)}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={ListChecks}
      title={unread > 0 ? texts.noneFoundYet : texts.queueEmpty}
      action={<OpenConversationsButton label={texts.openConversationById} />}
    >
      <p>
        {inProgress > 0 ? texts.decisionsInProgress(inProgress) : texts.newDraftsAppear}{' '}
        {texts.watchingConversations(watching, unread)}
      </p>
      {!listed && <p>{texts.notListedHint}</p>}
    </EmptyState>
  )
}

export function NoOpenDraft({ focused, ...content }: Props) {
  const box = useRef<HTMLElement>(null)
  // Move the focus here after the last decision.
  useEffect(() => {
    if (focused) box.current?.focus({ preventScroll: true })
  }, [focused])
  return (
    <section ref={box} aria-label={texts.noOpenDraftLabel} tabIndex={-1} className="outline-none">
      <Card flush>
        <Content {...content} />
      </Card>
    </section>
  )
}
