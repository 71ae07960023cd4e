/** `/calls/ended`: calls that Switchboard has seen, searched by name, number or what was said, and the service's own history of calls. */
import { type LoaderFunctionArgs, useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { load, useRead } from '#api/reads.ts'
import { agentsRead } from '#components/agents/use-readiness.ts'
import { addressOf, stateOf } from '#kit/list/definition.ts'
import { useIsOffered } from '#kit/navigation/page-table.ts'
import { parseSearch, useSearch } from '#kit/navigation/search-params.ts'
import { Page, PageHeader } from '#kit/page/page-header.tsx'
import { SegmentedControl } from '#ui/forms/choice.tsx'
import { callList } from './columns.tsx'
import { ServiceHistory } from './service-history.tsx'
import { listRead, retentionRead, TeamCalls } from './team-calls.tsx'
import * as texts from './texts.tsx'

/** Whose list is shown: what Switchboard has seen, or the service's own history. The lists have their own state in the address. */
const Search = z.object({ of: z.catch(z.enum(['team', 'service']), 'team') })

export const loader = ({ request }: LoaderFunctionArgs) => {
  // The names of the agents are only for a filter, so the page does not wait for the service.
  void load(agentsRead)
  if (parseSearch(Search, request.url).of === 'service') return null
  const list = callList([])
  return load(listRead(stateOf(list, parseSearch(addressOf(list), request.url))), retentionRead)
}

const sources = [
  { value: 'team', label: texts.ofTeam },
  { value: 'service', label: texts.ofService },
] as const
export function Component() {
  const [search] = useSearch(Search)
  const navigate = useNavigate()
  const { data: retention } = useRead(retentionRead)
  const hasHistory = useIsOffered()({ capability: 'history' })
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
          onChange={(of) => void navigate(of === 'team' ? '?' : '?of=service')}
        />
      )}
      {isOfService ? <ServiceHistory /> : <TeamCalls />}
    </Page>
  )
}
