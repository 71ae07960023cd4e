import type { QueryState } from '#api/reads.ts'
import { RequestShares, sharesByPage } from '#components/budget/request-shares.tsx'
import type { Budget } from '#contract/index.ts'
import { DataView } from '#kit/data/data-view.tsx'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { Section } from '#ui/layout/section.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import * as texts from './texts.tsx'

/** Requests of the last minute by page, the largest share first. */
export const BudgetPanel = ({ query }: { query: QueryState<Budget> }) => (
  <Section title={texts.requestsByPage} actions={<Link to={paths.settings('budget')}>{texts.openBudget}</Link>}>
    <DataView
      query={query}
      loading={<SkeletonRows rows={3} columns={2} label={texts.loadingBudget} />}
      isEmpty={() => false}
      empty={null}
    >
      {({ byPage, perMinute }) => <RequestShares shares={sharesByPage(byPage)} budget={perMinute} />}
    </DataView>
  </Section>
)
