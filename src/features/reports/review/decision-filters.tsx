/** The filters of figures and lists of decisions: period, agent, and the reviewer as far as a role may choose one. */
import type { ComponentProps } from 'react'
import { useSession } from '#api/session.ts'
import { asChoices, filterState, ReportFilters } from '../report-filters.tsx'
import { periodOf, type ReportFilter } from '../search.ts'
import { countsRead } from './search.ts'

type Props = Omit<ComponentProps<typeof ReportFilters>, 'fields' | 'choicesRead'> & {
  search: ReportFilter & { reviewer: string }
}

/** Administrators choose anybody. A reviewer chooses whether to see only their own decisions. */
export function DecisionFilters({ openedAt, search, onChange, more = [] }: Props) {
  const { operator } = useSession()
  const isAdmin = operator?.roles.includes('admin') ?? false
  const isReviewer = operator?.roles.includes('reviewer') ?? false
  return (
    <ReportFilters
      openedAt={openedAt}
      fields={isAdmin ? ['agent', 'reviewer'] : ['agent']}
      choicesRead={(field) => {
        if (field !== 'agent' && field !== 'reviewer') throw new Error('Decisions have an agent and a reviewer.')
        return asChoices(countsRead({ ...search, [field]: '' }, periodOf(search.days, openedAt), field))
      }}
      search={search}
      onChange={onChange}
      more={[
        ...(!isAdmin && isReviewer
          ? [
              filterState('reviewer', 'Reviewer', search.reviewer, [
                { value: operator?.id ?? '', label: 'Only my decisions' },
              ]),
            ]
          : []),
        ...more,
      ]}
    />
  )
}
