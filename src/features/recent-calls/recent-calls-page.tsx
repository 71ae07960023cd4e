/** `/calls/ended`: calls that Switchboard has seen, searched by name, number or what was said, and the service's own history of calls. */
import type { LoaderFunctionArgs } from 'react-router'
import { load, useRead } from '#api/reads.ts'
import { agentsRead } from '#components/agents/use-readiness.ts'
import { useIsOffered } from '#kit/navigation/page-table.ts'
import { parseSearch, useSearch } from '#kit/navigation/search-params.ts'
import { Page, PageHeader } from '#kit/page/page-header.tsx'
import { SegmentedControl } from '#ui/forms/choice.tsx'
import { Card } from '#ui/layout/section.tsx'
import { type RecentFilter, RecentSearch } from './search.ts'
import { ServiceHistory } from './service-history.tsx'
import { listRead, retentionRead, TeamCalls } from './team-calls.tsx'
import * as texts from './texts.tsx'

export const loader = ({ request }: LoaderFunctionArgs) => {
  const search = parseSearch(RecentSearch, request.url)
  // The names of the agents are only for a filter, so the page does not wait for the service.
  void load(agentsRead)
  return search.of === 'team' ? load(listRead(search), retentionRead) : null
}

const sources = [
  { value: 'team', label: texts.ofTeam },
  { value: 'service', label: texts.ofService },
] as const
export function Component() {
  const [search, setSearch] = useSearch(RecentSearch)
  const { data: retention } = useRead(retentionRead)
  const hasHistory = useIsOffered()({ capability: 'history' })
  const change = (next: Partial<RecentFilter>) => setSearch({ page: 1, ...next }, { replace: true })
  const isOfService = hasHistory && search.of === 'service'
  return (
    <Page>
      <PageHeader
        title={texts.title}
        facts={!isOfService && retention && <span>{texts.keptFor(retention.days)}</span>}
      />
      {hasHistory && (
        <SegmentedControl
          label={texts.sourceLabel}
          labelHidden
          options={sources}
          value={search.of}
          onChange={(of) => setSearch({ page: 1, of })}
        />
      )}
      <Card flush>
        {isOfService ? (
          <ServiceHistory search={search} onChange={change} />
        ) : (
          <TeamCalls search={search} onChange={change} />
        )}
      </Card>
    </Page>
  )
}
