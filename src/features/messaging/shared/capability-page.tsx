/** Loads and shows pages of an optional capability of the service (interface 7). If the service lacks it, the page says so. */
import type { ReactNode } from 'react'
import { readAllMessageFlows, readAllMessagingAgents } from '#api/all-records.ts'
import { load, queryClient, type ReadOptions } from '#api/reads.ts'
import { currentSession, sessionRead, useSession } from '#api/session.ts'
import { readForForm } from '#components/records/restoring/read-for-form.ts'
import { Refusal } from '#contract/index.ts'
import { ButtonLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { Page, PageHeader } from '#kit/page/page-header.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { Card } from '#ui/layout/section.tsx'
import * as texts from './texts.ts'

/** The list of each capability. Reading the list shows whether the service has the capability. */
const listReads = { 'messaging-agents': readAllMessagingAgents, 'message-flows': readAllMessageFlows } as const
type MessagingCapability = keyof typeof listReads

const isMissing = (capability: MessagingCapability) => currentSession()?.extensions[capability] === false

/** For loaders: skips the reads if the service lacks the capability. Finds out first if that is still unknown. */
export async function loadIfOffered(capability: MessagingCapability, ...reads: Parameters<typeof load>): Promise<null> {
  if (isMissing(capability)) return null
  try {
    return await load(...reads)
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal
    // The list shows whether only this record is missing or the whole capability.
    const listed = await load(listReads[capability]).catch((error: unknown) => error)
    // The session may come from another gateway process, which learns this a moment later. The page follows the session.
    if (listed instanceof Refusal && listed.status === 404) return null
    await queryClient.refetchQueries({ queryKey: sessionRead.queryKey })
    if (isMissing(capability)) return null
    throw refusal
  }
}

/** Like `loadIfOffered`, but for an edit form, which must start from a fresh read. */
export async function loadForEdit<T>(
  capability: MessagingCapability,
  recordRead: ReadOptions<T>,
  address: string,
): Promise<null> {
  if (!isMissing(capability)) await readForForm(recordRead, address)
  return loadIfOffered(capability, recordRead)
}

/** For loaders of pages that show the message flows of an agent: all flows, if the service has them. */
export const flowReads = () => (currentSession()?.extensions['message-flows'] ? [readAllMessageFlows] : [])

/** For loaders of pages that show the names of messaging agents: their list, if the service has it. */
export const agentNameReads = () => (currentSession()?.extensions['messaging-agents'] ? [readAllMessagingAgents] : [])

interface Props {
  capability: MessagingCapability
  children: ReactNode
}

export function CapabilityPage({ capability, children }: Props) {
  const { extensions } = useSession()
  if (extensions[capability] !== false) return children
  const { title, explanation } = texts.notOffered[capability]
  return (
    <Page>
      <PageHeader title={texts.capabilityTitles[capability]} />
      <Card flush>
        <EmptyState
          title={title}
          action={<ButtonLink to={paths.settings('service')}>Show optional features</ButtonLink>}
        >
          {explanation}
        </EmptyState>
      </Card>
    </Page>
  )
}
