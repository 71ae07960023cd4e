/** What the list of conversations consists of. */
import { PhoneNumber } from '#components/phone/phone-number.tsx'
import type { Contract, ResponseOf } from '#contract/index.ts'
import { Usual } from '#kit/list/cells.tsx'
import type { Condition, ListDefinition } from '#kit/list/definition.ts'
import { RowLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { StatusLabel } from '#ui/status/status-label.tsx'
import { number } from '#ui/text/format-number.ts'
import { markHiddenCharacters, visible, visibleText } from '#ui/text/visible-text.tsx'
import { dayAndTime } from '#ui/time/format-time.ts'
import { Ago } from '#ui/time/time.tsx'
import * as texts from './texts.tsx'
import type { MessageHit } from './use-conversation-hits.ts'

export type SeenConversation = ResponseOf<Contract['conversationSeen']>['conversations'][number]

/** A row of the list; in a search, with the message that was found. */
export type ListRow = SeenConversation & { hit?: MessageHit | null }

function States({ isRead, drafts, undelivered }: SeenConversation) {
  if (!isRead) return <span className="text-muted">{texts.notReadYet}</span>
  if (drafts + undelivered === 0) return <Usual>{texts.draftCount(0)}</Usual>
  return (
    <span className="flex gap-x-2">
      {drafts > 0 && <StatusLabel state="needs-you" label={texts.draftCount(drafts)} />}
      {undelivered > 0 && <StatusLabel state="failed" label={`${number(undelivered)} not delivered`} />}
    </span>
  )
}

/** The place that a search found, as a whole, or the start of the last message. */
const MessageText = ({ hit, last, inbound, isDraft }: ListRow) => (
  <span
    translate="no"
    className={hit ? 'block whitespace-normal' : undefined}
    title={hit ? undefined : visibleText(last)}
  >
    <span className="whitespace-pre text-muted">
      {(hit ? hit.isFromCustomer : inbound) ? 'Customer: ' : isDraft && !hit ? 'Draft: ' : 'Agent: '}
    </span>
    {hit ? (
      <bdi className="wrap-anywhere">
        {markHiddenCharacters(hit.before)}
        <mark className="rounded-small bg-accent-soft font-medium text-ink">{markHiddenCharacters(hit.found)}</mark>
        {markHiddenCharacters(hit.after)}
      </bdi>
    ) : (
      <bdi>{visible(last || 'No text')}</bdi>
    )}
  </span>
)

/** What a conversation waits for. One may be in several states, for example with a draft and an undelivered message. */
const states: readonly Condition<SeenConversation>[] = [
  { value: 'review', label: 'Waits for review', matches: ({ drafts }) => drafts > 0 },
  {
    value: 'customer',
    label: 'Customer wrote last',
    matches: ({ isRead, inbound, drafts }) => isRead && inbound && drafts === 0,
  },
  { value: 'undelivered', label: 'Not delivered', matches: ({ undelivered }) => undelivered > 0 },
  {
    value: 'answered',
    label: 'Answered',
    matches: ({ isRead, inbound, drafts, undelivered }) => isRead && !inbound && drafts + undelivered === 0,
  },
  { value: 'unread', label: texts.notReadYet, matches: ({ isRead }) => !isRead },
]

const dayMs = 24 * 3_600_000
const changedWithin = (days: number, now: number) => (row: SeenConversation) =>
  Date.parse(row.updatedAt) >= now - days * dayMs

/** The address of the list has filters and its order, but never names, numbers or what was searched. */
export const conversationList = (now: number): ListDefinition<ListRow> => ({
  noun: texts.noun,
  columns: [
    {
      id: 'customer',
      header: 'Customer',
      value: ({ title }) => title,
      cell: ({ conversationId, title, isRead, updatedAt }) => {
        const name = title || (isRead ? 'No name' : 'Customer not known yet')
        return (
          <RowLink
            to={paths.conversation(conversationId)}
            aria-label={`${name}, ${title ? dayAndTime(Date.parse(updatedAt)) : conversationId}`}
          >
            {title || <span className="font-normal text-muted">{name}</span>}
          </RowLink>
        )
      },
    },
    {
      id: 'state',
      header: 'State',
      narrow: 'state',
      value: ({ drafts, undelivered }) => drafts * 1_000 + undelivered,
      isDescendingFirst: true,
      cell: (row) => <States {...row} />,
      filter: states,
    },
    {
      id: 'last',
      header: 'Last message',
      narrow: 'meta',
      grows: true,
      // The customer's messages wait for somebody, so they come first.
      value: ({ inbound }) => Number(inbound),
      isDescendingFirst: true,
      cell: (row) => (row.isRead || row.hit) && <MessageText {...row} />,
    },
    {
      id: 'number',
      header: 'Number',
      value: ({ phone }) => phone,
      cell: ({ phone, isRead }) => <PhoneNumber number={phone} country="none" none={isRead ? undefined : '–'} />,
    },
    {
      id: 'agent',
      header: 'Agent',
      value: ({ agentName, agentId }) => agentName || agentId,
      cell: ({ agentName, agentId, isRead }) => agentName || agentId || (isRead ? 'None' : '–'),
      filter: ({ agentId, agentName }) => ({ value: agentId ?? '', label: agentName ?? '' }),
    },
    {
      id: 'flow',
      header: 'Flow',
      isExtra: true,
      value: ({ flowName, flowId }) => flowName || flowId,
      filter: ({ flowId, flowName }) => ({ value: flowId ?? '', label: flowName ?? '' }),
    },
    {
      id: 'updated',
      header: 'Updated',
      narrow: 'age',
      align: 'right',
      value: ({ updatedAt }) => updatedAt,
      isDescendingFirst: true,
      cell: ({ updatedAt }) => <Ago at={updatedAt} />,
      filter: [
        { value: '1', label: 'Last 24 hours', matches: changedWithin(1, now) },
        { value: '7', label: 'Last 7 days', matches: changedWithin(7, now) },
        { value: '30', label: 'Last 30 days', matches: changedWithin(30, now) },
      ],
    },
  ],
  firstSort: 'updated',
  rowKey: ({ conversationId }) => conversationId,
  pageSize: 100,
})
