/** The heading of an open draft: its customer, its age, its agent and flow. */
import type { ReactNode, RefObject } from 'react'
import { AgentName, FlowName } from '#components/agents/agent-name.tsx'
import { PersonLink } from '#components/people/person-link.tsx'
import { PhoneNumber } from '#components/phone/phone-number.tsx'
import type { Conversation, Draft, Refusal } from '#contract/index.ts'
import { Age } from '#kit/data/age.tsx'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { visible } from '#ui/text/visible-text.tsx'
import { Ago } from '#ui/time/time.tsx'
import * as texts from './texts.tsx'

/** Whom the draft is for and where it comes from, above what it is based on. */
export function DraftFacts({ conversation, draft }: { conversation: Conversation; draft: Draft | null }) {
  const { customer, agentId, pathwayId, _id } = conversation
  return (
    <div className="flex flex-wrap items-baseline gap-x-4 border-b border-line px-3 py-1.5 text-label leading-6 text-muted">
      {agentId && (
        <span>
          Agent <AgentName id={agentId} name={draft?.agentName} />
        </span>
      )}
      {pathwayId && (
        <span>
          Flow <FlowName id={pathwayId} name={draft?.flowName} />
        </span>
      )}
      {customer.phone && <PhoneNumber number={customer.phone} country="name" />}
      {customer.phone && customer.email && <span className="break-all">{customer.email}</span>}
      <PersonLink address={customer.phone || customer.email} />
      <Link to={paths.conversation(_id)}>Full conversation</Link>
    </div>
  )
}

interface HeadingProps {
  id: string
  headingRef: RefObject<HTMLHeadingElement | null>
  draft: Draft | null
  /** undefined: not loaded yet. */
  conversation: Conversation | undefined
  /** "2 of 24". */
  place: string
  /** When the conversation was read (gateway's clock, ms). */
  readAt: number | null
  refusal: Refusal | null
  /** Notes below the facts. */
  children: ReactNode
}

export function DraftHeading({ id, headingRef, draft, conversation, place, readAt, refusal, children }: HeadingProps) {
  const customer = conversation?.customer ?? draft?.customer
  return (
    <header className="border-b border-line px-4 py-1.5">
      <div className="flex min-h-7 items-center gap-x-3 max-sm:flex-wrap">
        <h2 id={id} ref={headingRef} tabIndex={-1} className="min-w-0 truncate text-large outline-none">
          Draft to{' '}
          <bdi translate="no">{visible(customer?.name || customer?.phone || customer?.email || 'a customer')}</bdi>
        </h2>
        <span className="ml-auto shrink-0 text-label text-muted">
          {draft ? texts.placeAndAge(place, <Ago at={draft.createdAt} />) : place}
        </span>
        <span className="text-label empty:hidden">
          <Age readAt={readAt} isBrowserTime={false} refusal={refusal} />
        </span>
      </div>
      {children}
    </header>
  )
}
