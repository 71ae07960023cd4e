/** The filters of figures and lists of decisions: period, agent, and the reviewer as far as a role may choose one. */
import type { ReactNode } from 'react'
import { useSession } from '#api/session.ts'
import { ChoiceSelect } from '../choice-select.tsx'
import { asChoices, ReportFilters } from '../report-filters.tsx'
import { periodOf, type ReportFilter } from '../search.ts'
import { countsRead } from './reads.ts'
import * as texts from './texts.tsx'

interface Props {
  /** Epoch ms. */
  openedAt: number
  search: ReportFilter & { reviewer: string }
  onChange: (change: Partial<ReportFilter & { reviewer: string }>) => void
  /** Filters of this page only. */
  children?: ReactNode
}

/** Administrators choose anybody. A reviewer chooses whether to see only their own decisions. */
export function DecisionFilters({ openedAt, search, onChange, children }: Props) {
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
    >
      {!isAdmin && isReviewer && (
        <ChoiceSelect
          label="Reviewer"
          all={texts.allReviewers}
          value={search.reviewer}
          options={[{ value: operator?.id ?? '', label: 'Only my decisions' }]}
          onChange={(reviewer) => onChange({ reviewer })}
        />
      )}
      {children}
    </ReportFilters>
  )
}
