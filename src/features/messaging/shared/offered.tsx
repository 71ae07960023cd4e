/** Pages of what a service may not offer (interface 7): then they say so. */
import type { ReactNode } from 'react'
import { load, queryClient } from '#api/reads.ts'
import { sessionNow, sessionRead, useSession } from '#api/session.ts'
import { type Family, Refusal } from '#contract/index.ts'
import { ButtonLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { Page, PageHeader } from '#kit/page/page-header.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { Card } from '#ui/layout/section.tsx'

const isMissing = (family: Family) => sessionNow()?.extensions[family] === false

/** For loaders: reads nothing that the service does not offer, and finds out where nobody knows. */
export async function loadOffered(family: Family, ...reads: Parameters<typeof load>): Promise<null> {
  if (isMissing(family)) return null
  try {
    return await load(...reads)
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal
    // The answer may have told the gateway that there is no such thing at all.
    await queryClient.refetchQueries({ queryKey: sessionRead.queryKey })
    if (isMissing(family)) return null
    throw refusal
  }
}

interface Props {
  family: Family
  /** "Message flows". */
  title: string
  children: ReactNode
}

export function Offered({ family, title, children }: Props) {
  const { extensions } = useSession()
  if (extensions[family] !== false) return children
  return (
    <Page>
      <PageHeader title={title} />
      <Card flush>
        <EmptyState
          title={`This service does not offer ${title.toLowerCase()}`}
          action={<ButtonLink to={paths.settings('service')}>Show what it offers</ButtonLink>}
        >
          They are optional, and the connected service does not have them. Calls and conversations work without them.
        </EmptyState>
      </Card>
    </Page>
  )
}
