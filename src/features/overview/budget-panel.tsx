import type { Reading } from '#api/reads.ts'
import { RequestShares, sharesByPage } from '#components/budget/request-shares.tsx'
import type { Budget } from '#contract/index.ts'
import { DataView } from '#kit/data/data-view.tsx'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { Section } from '#ui/layout/section.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'

/** What the last minute's requests were spent on, the most first. */
export const BudgetPanel = ({ reading }: { reading: Reading<Budget> }) => (
  <Section title="Requests by page, last minute" actions={<Link to={paths.settings('budget')}>Whole budget</Link>}>
    <DataView
      reading={reading}
      loading={<SkeletonRows rows={3} columns={2} label="The budget is on its way." />}
      isEmpty={() => false}
      empty={null}
    >
      {({ byPage, perMinute }) => <RequestShares shares={sharesByPage(byPage)} budget={perMinute} />}
    </DataView>
  </Section>
)
