import type { QueryState } from '#api/reads.ts'
import { useMyId } from '#api/session.ts'
import type { Queue } from '#components/unfinished/unfinished-work.ts'
import type { Draft } from '#contract/index.ts'
import { DataView } from '#kit/data/data-view.tsx'
import { Link, PlainLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { Section } from '#ui/layout/section.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { number } from '#ui/text/format-number.ts'
import { Ago } from '#ui/time/time.tsx'
import { emptyLineClasses, QueueNote } from './figures.tsx'
import { MoreRows, PanelRow } from './panel-row.tsx'
import * as texts from './texts.tsx'
import { countByAge, emptyQueueText } from './waiting-drafts.ts'

/** As many as fit beside the other panels. */
const maxDrafts = 6

/** Somebody is deciding about the draft, or has. */
function Reviewer({ draft: { claim, decision } }: { draft: Draft }) {
  const myId = useMyId()
  const name = decision?.operator ?? (claim?.operatorId === myId ? 'you' : claim?.operator)
  return name ? <span className="truncate max-sm:hidden">{`${decision ? 'Decided' : 'Open'}: ${name}`}</span> : null
}

interface Props {
  query: QueryState<Queue>
  now: number
}

/** The drafts that have been waiting longest. */
export const DraftsPanel = ({ query, now }: Props) => (
  <Section
    title={texts.draftsToReview}
    facts={<QueueNote query={query} />}
    actions={<Link to={paths.review()}>Open queue</Link>}
    flush
    keptAs="drafts"
  >
    <DataView
      query={query}
      loading={
        // As tall as six drafts between their ages and the link to the queue, so that nothing below moves.
        <div className="h-[24.2rem] overflow-clip max-sm:h-[26rem]">
          <SkeletonRows rows={11} columns={3} label="Loading drafts…" />
        </div>
      }
      isEmpty={({ drafts }) => drafts.length === 0}
      empty={<p className={emptyLineClasses}>{query.data && emptyQueueText(query.data)}</p>}
    >
      {(queue) => {
        const { drafts } = queue
        return (
          <>
            <ul className="grid grid-cols-3 divide-x divide-line border-b border-line">
              {countByAge(queue, now).map(({ age, count }) => (
                <li key={age}>
                  <PlainLink
                    to={paths.review({ age })}
                    className="flex items-baseline gap-2 px-3 py-1.5 hover:bg-hover max-sm:flex-col max-sm:gap-0"
                  >
                    <span className="text-label text-muted">{texts.waitingLonger[age]}</span>
                    <span className="font-semibold tabular-nums">{number(count)}</span>
                  </PlainLink>
                </li>
              ))}
            </ul>
            <ul aria-label={texts.draftsToReview} className="divide-y divide-line">
              {drafts.slice(0, maxDrafts).map((draft) => {
                const { conversationId, messageId, customer, message, createdAt } = draft
                return (
                  <PanelRow
                    key={`${conversationId}/${messageId}`}
                    to={paths.review({ conversation: conversationId, message: messageId })}
                    // Phone numbers are not grouped, because the numbering plans would be a third of the code of the first page.
                    name={customer.name || customer.phone || customer.email || 'No name'}
                    aside={
                      <>
                        <Reviewer draft={draft} />
                        <Ago at={createdAt} />
                      </>
                    }
                    words={message}
                  />
                )
              })}
            </ul>
            {drafts.length > maxDrafts && (
              <MoreRows>
                <Link to={paths.review()}>{`${number(drafts.length - maxDrafts)} more in the queue`}</Link>
              </MoreRows>
            )}
          </>
        )
      }}
    </DataView>
  </Section>
)
