/** `/answers/review`: what became of drafts, why they were rejected, how long they wait, by agent and reviewer. */

import ListChecks from 'lucide-react/icons/list-checks'
import { useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { load, useRead } from '#api/reads.ts'
import { useSession } from '#api/session.ts'
import type { DecisionCount } from '#contract/index.ts'
import { DataView } from '#kit/data/data-view.tsx'
import { parseSearch, useSearch } from '#kit/navigation/search-params.ts'
import { Page } from '#kit/page/page-header.tsx'
import { SegmentedControl } from '#ui/forms/choice.tsx'
import { Select } from '#ui/forms/select.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { Card, Section, Stat } from '#ui/layout/section.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { number } from '#ui/text/format-number.ts'
import { percent, shareOf } from '#ui/text/share.ts'
import { Time } from '#ui/time/time.tsx'
import { AnswerFilters } from '../answer-filters.tsx'
import { AnswersHeader } from '../answers-header.tsx'
import { periodOf } from '../search.ts'
import * as shared from '../texts.tsx'
import { allOf, decisionFiguresOf } from './decision-figures.ts'
import { DecisionsByDay } from './decisions-by-day.tsx'
import { Groups } from './groups.tsx'
import { reviewReads, waitingRead } from './reads.ts'
import { Reasons } from './reasons.tsx'
import { ReviewSearch, reviewGroupings } from './search.ts'
import * as texts from './texts.tsx'
import { WaitingDrafts } from './waiting-drafts.tsx'

export const loader = ({ request }: LoaderFunctionArgs) =>
  load(...Object.values(reviewReads(parseSearch(ReviewSearch, request.url), Date.now())), waitingRead)

/** The value of the option that does not filter. The value of an option cannot be empty. No ID is this. */
const noFilter = '*'

/** Administrators choose anybody. A reviewer chooses whether to see only their own decisions. */
function ReviewerFilter({
  value,
  reviewers,
  onChange,
}: {
  value: string
  reviewers: readonly DecisionCount[]
  onChange: (reviewer: string) => void
}) {
  const { operator } = useSession()
  const myId = operator?.id ?? ''
  const isAdmin = operator?.roles.includes('admin') ?? false
  if (!isAdmin && !operator?.roles.includes('reviewer')) return null
  const named = reviewers.filter(({ key }) => key !== '').map(({ key, name }) => ({ value: key, label: name ?? key }))
  const known =
    named.some((option) => option.value === value) || value === '' ? named : [...named, { value, label: value }]
  const choices = isAdmin
    ? known.toSorted((a, b) => a.label.localeCompare(b.label))
    : [{ value: myId, label: texts.onlyMine }]
  return (
    <div className="w-52 max-sm:min-w-40 max-sm:flex-1">
      <Select
        label={texts.reviewerLabel}
        labelHidden
        value={value || noFilter}
        options={[{ value: noFilter, label: texts.allReviewers }, ...choices]}
        onChange={(reviewer) => onChange(reviewer === noFilter ? '' : reviewer)}
      />
    </div>
  )
}

function KeyFigures({ now, before }: { now: DecisionCount; before: DecisionCount | undefined }) {
  const figures = decisionFiguresOf(now)
  const past = before && decisionFiguresOf(before)
  const share = (id: 'approved' | 'edited' | 'rejected') => ({
    value: percent(shareOf(figures[id], figures.decided)),
    note: past && shared.change(shareOf(figures[id], figures.decided), shareOf(past[id], past.decided), 'decisions'),
  })
  return (
    <div className="grid grid-cols-2 gap-2 md:grid-cols-3 xl:grid-cols-5">
      <Card>
        <Stat label={texts.decided} value={number(figures.decided)} note={past && texts.decidedBefore(past.decided)} />
      </Card>
      <Card>
        <Stat label={texts.approved} {...share('approved')} />
      </Card>
      <Card>
        <Stat
          label={texts.edited}
          value={share('edited').value}
          note={texts.editedNote(now.editedShare) || share('edited').note}
        />
      </Card>
      <Card>
        <Stat label={texts.rejected} {...share('rejected')} />
      </Card>
      <div className="col-span-2 grid xl:col-span-1">
        <Card>
          <Stat
            label={texts.median}
            value={texts.wait(now.medianSeconds)}
            note={texts.medianNote(now.slowSeconds, before?.medianSeconds ?? null)}
          />
        </Card>
      </div>
    </div>
  )
}

export function Component() {
  const [search, setSearch] = useSearch(ReviewSearch)
  // The period stays the same while the page is open, also past midnight.
  const [openedAt] = useState(() => Date.now())
  const reads = reviewReads(search, openedAt)
  const all = useRead(reads.all)
  const allBefore = useRead(reads.allBefore)
  const groups = useRead(reads.groups)
  const groupsBefore = useRead(reads.groupsBefore)
  const days = useRead(reads.days)
  const agents = useRead(reads.agents)
  const reviewers = useRead(reads.reviewers)
  const { operator } = useSession()
  const change = (next: Partial<ReviewSearch>) => setSearch(next, { replace: true })
  return (
    <Page>
      <AnswersHeader question="review" title={shared.reviewTitle} asks={texts.question} />
      <AnswerFilters
        openedAt={openedAt}
        fields={['agent']}
        choices={{
          agent: (agents.data?.groups ?? [])
            .filter(({ key }) => key !== '')
            .map(({ key, name }) => ({ value: key, label: name ?? key })),
        }}
        search={search}
        onChange={change}
      >
        <ReviewerFilter
          value={search.reviewer}
          reviewers={reviewers.data?.groups ?? []}
          onChange={(reviewer) => change({ reviewer })}
        />
      </AnswerFilters>
      <WaitingDrafts agent={search.agent} />
      <DataView
        query={all}
        loading={<SkeletonRows rows={9} columns={5} label={texts.counting} />}
        isEmpty={(data) => data.groups.length === 0}
        empty={
          <Card>
            <EmptyState icon={ListChecks} title={texts.noDecisionsTitle}>
              {texts.noDecisionsHint}
            </EmptyState>
          </Card>
        }
      >
        {({ groups: counted, since }) => {
          const now = allOf(counted)
          const before = allBefore.data && allOf(allBefore.data.groups)
          const { from } = periodOf(search.days, openedAt)
          return (
            <>
              <KeyFigures now={now} before={before} />
              <Section title={texts.reasonsSection} facts={texts.reasonsNote} flush>
                <Reasons
                  now={now}
                  queryBefore={allBefore}
                  by={search.by}
                  groups={
                    groups.data && groupsBefore.data
                      ? { now: groups.data.groups, before: groupsBefore.data.groups }
                      : null
                  }
                />
              </Section>
              <DecisionsByDay query={days} days={search.days} now={openedAt} />
              <Section
                title={texts.groupsSection}
                flush
                actions={
                  <SegmentedControl
                    label={texts.groupedBy}
                    labelHidden
                    options={reviewGroupings.map((value) => ({ value, label: texts.groupings[value] }))}
                    value={search.by}
                    onChange={(by) => change({ by })}
                  />
                }
              >
                <DataView
                  query={groups}
                  loading={<SkeletonRows rows={4} columns={6} label={texts.counting} />}
                  isEmpty={() => false}
                  empty={null}
                >
                  {(data) => <Groups by={search.by} counts={data.groups} days={search.days} />}
                </DataView>
              </Section>
              <p className="max-w-3xl text-label text-muted">
                {texts.coverage(
                  decisionFiguresOf(now).decided,
                  now.timed,
                  since !== null && since > from ? <Time at={since} show="day-and-time" /> : null,
                )}{' '}
                {!operator?.roles.includes('admin') && texts.namesHint}
              </p>
            </>
          )
        }}
      </DataView>
    </Page>
  )
}
