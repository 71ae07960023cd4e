/** The frame of each report: its question, links to the others, its filters, and what was counted, or that there is nothing to count. */
import PhoneCall from 'lucide-react/icons/phone-call'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { QueryState } from '#api/reads.ts'
import { DataView } from '#kit/data/data-view.tsx'
import { PlainLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { Page, PageHeader } from '#kit/page/page-header.tsx'
import { Tabs } from '#kit/page/tabs.tsx'
import { Disclosure } from '#ui/layout/disclosure.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { Card } from '#ui/layout/section.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { stretchedLinkClasses } from '#ui/layout/table.tsx'
import type { Icon } from '#ui/status/icon.tsx'
import { sharedSearchOf } from './search.ts'
import * as texts from './texts.tsx'

/** The questions that have a page, in the order of the navigation above each of them. A new page adds a line here. */
const questions = [
  { id: 'reaching', label: texts.reachingTitle },
  { id: 'batches', label: texts.batchesTitle },
  { id: 'agents', label: texts.agentsTitle },
  { id: 'review', label: texts.reviewTitle },
  { id: 'cost', label: texts.costTitle },
  { id: 'budget', label: texts.budgetTitle },
] as const
type Question = (typeof questions)[number]['id']

interface Nothing<T> {
  icon: Icon
  title: string
  hint: string
  isIt: (data: T) => boolean
}

interface Props<T> {
  /** The page's entry in `questions`. */
  page: Question | 'overview'
  /** The page lists what a figure counts: `page` is the one with the figure, and the header leads back to it. */
  isOfFigure?: boolean
  title: string
  /** What the page answers. */
  question: ReactNode
  actions?: ReactNode
  /** The filters, and whatever comes before the report. */
  filters: ReactNode
  query: QueryState<T>
  /** Says that it is being counted. */
  counting: string
  /** What the page says when there is nothing to count. */
  nothing?: Nothing<T>
  children: (data: T) => ReactNode
  /** Whatever comes after the report, also while it is counted. */
  after?: ReactNode
}

export function Report<T>({
  page,
  isOfFigure = false,
  title,
  question,
  actions,
  filters,
  query,
  counting,
  nothing,
  children,
  after,
}: Props<T>) {
  const [search] = useSearchParams()
  // The other reports keep the period and the filters.
  const shared = sharedSearchOf(search)
  const report = questions.find(({ id }) => id === page)
  const back = report
    ? { to: `${paths.reports(report.id)}${shared}`, label: report.label }
    : { to: paths.overview(), label: 'Overview' }
  return (
    <Page>
      <PageHeader title={title} {...(isOfFigure && { back })} facts={<span>{question}</span>} actions={actions} />
      <Tabs
        label="Questions"
        tabs={questions.map(({ id, label }) => ({
          label,
          to: `${paths.reports(id)}${shared}`,
          isCurrent: id === page,
        }))}
      />
      {filters}
      <DataView
        query={query}
        loading={<SkeletonRows rows={9} columns={6} label={counting} />}
        isEmpty={(data) => nothing?.isIt(data) ?? false}
        empty={
          nothing && (
            <Card flush>
              <EmptyState icon={nothing.icon} title={nothing.title}>
                {nothing.hint}
              </EmptyState>
            </Card>
          )
        }
      >
        {children}
      </DataView>
      {after}
    </Page>
  )
}

/** How much the figures know, and behind it how they are counted. */
export const CountingNotes = ({ known, children }: { known?: ReactNode; children: ReactNode }) => (
  <div className="max-w-3xl text-label text-muted">
    {known && <p>{known}</p>}
    <Disclosure compact summary="How this is counted">
      <p className="pl-5.5">{children}</p>
    </Disclosure>
  </div>
)

/** What a report of calls says without any. */
export const noCalls: Nothing<{ groups: readonly unknown[] }> = {
  icon: PhoneCall,
  title: 'No calls in this period',
  hint: 'Calls appear here after they end, once the service has announced them or someone has opened the call, its batch or Ended calls. Try a longer period.',
  isIt: ({ groups }) => groups.length === 0,
}

/** The link of a figure: its whole cell is the target. */
export const FigureLink = (props: { to: string; 'aria-label': string; children: ReactNode }) => (
  <PlainLink {...props} className={stretchedLinkClasses} />
)
