import type { Reading } from '#api/reads.ts'
import type { Budget } from '#contract/index.ts'
import { RequestShares, sharesOfPages } from '#parts/request-shares.tsx'
import { DataView } from '#shell/data-view.tsx'
import { Link } from '#shell/link.tsx'
import { paths } from '#shell/paths.ts'
import { Section } from '#ui/section.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'

/** What the last minute's requests were spent on, the most first. */
export const BudgetPanel = ({ reading }: { reading: Reading<Budget> }) => (
  <Section title="Requests by page, last minute" actions={<Link to={paths.settings('budget')}>Whole budget</Link>}>
    <DataView
      reading={reading}
      loading={<SkeletonRows rows={3} columns={2} label="The budget is on its way." />}
      isEmpty={() => false}
      empty={null}
    >
      {({ byPage, perMinute }) => <RequestShares shares={sharesOfPages(byPage)} of={perMinute} />}
    </DataView>
  </Section>
)
