/** The connected service: address, state, mode, workspaces, plan and optional features. */
import { useSession, useWorkspace } from '#api/session.ts'
import type { Capability } from '#contract/index.ts'
import { ModeBadge } from '#kit/actions/mode-badge.tsx'
import { Link } from '#kit/navigation/link.tsx'
import { navPages } from '#kit/navigation/page-table.ts'
import { modeTexts } from '#kit/texts.tsx'
import { linkClasses } from '#ui/classes.ts'
import { Id } from '#ui/forms/copy-button.tsx'
import { DescriptionList, Section } from '#ui/layout/section.tsx'
import { Badge } from '#ui/status/badge.tsx'
import { StatusLabel } from '#ui/status/status-label.tsx'
import { number, plural } from '#ui/text/format-number.ts'
import { Time } from '#ui/time/time.tsx'
import { ConnectionTest } from './connection-test.tsx'
import { ServiceDriftPart } from './service-drift/service-drift.tsx'
import { apiReferenceUrl } from './service-reference.ts'
import { SimulationPart } from './simulation/simulation-part.tsx'
import * as texts from './texts.tsx'

interface FeatureProps {
  feature: Capability
  /** undefined: not checked yet. */
  isAvailable: boolean | undefined
}

/** Links to the feature's page if it has one. */
function FeatureState({ feature, isAvailable }: FeatureProps) {
  const featurePage = isAvailable === true && navPages.find((page) => page.capability === feature)
  const status =
    isAvailable === undefined
      ? texts.featureNotChecked
      : isAvailable
        ? texts.featureAvailable
        : texts.featureNotAvailable
  return (
    <span className="flex flex-wrap gap-x-3">
      <StatusLabel {...status} />
      {featurePage && <Link to={featurePage.path}>Show {featurePage.label.toLowerCase()}</Link>}
    </span>
  )
}

export function ServicePart() {
  const { service, mode, workspaces, plan, extensions } = useSession()
  const currentId = useWorkspace()?.id
  const reference = apiReferenceUrl(mode, service.address, location.hostname)
  return (
    <>
      <Section title="Connection">
        <DescriptionList
          facts={[
            { term: 'Address', value: <Id id={service.address} name="address" /> },
            ...(reference === null
              ? []
              : [
                  {
                    term: 'Reference',
                    value: (
                      <a href={reference} target="_blank" rel="noreferrer" className={linkClasses}>
                        All endpoints, and how to simulate failures
                      </a>
                    ),
                  },
                ]),
            {
              term: 'State',
              value: (
                <span className="flex flex-wrap gap-x-2">
                  <StatusLabel {...texts.serviceStates[service.state]} />
                  {service.since !== null && (
                    <span className="text-muted">
                      since <Time at={service.since} show="day-and-time" />
                    </span>
                  )}
                </span>
              ),
            },
            {
              term: 'Mode',
              value: (
                <span className="flex flex-wrap items-center gap-2">
                  <ModeBadge />
                  <span className="text-soft">{modeTexts[mode].meaning}</span>
                </span>
              ),
            },
          ]}
        />
      </Section>
      <ConnectionTest />
      <Section title="Workspaces" facts={workspaces.length}>
        <DescriptionList
          facts={workspaces.map(({ id, name }) => ({
            term: name,
            value: (
              <span className="inline-flex flex-wrap items-center gap-x-2">
                <Id id={id} name="workspace ID" />
                {workspaces.length > 1 && id === currentId && <Badge tone="outline">Current</Badge>}
              </span>
            ),
          }))}
        />
      </Section>
      <Section title="Plan">
        <DescriptionList
          facts={[
            { term: 'Requests', value: `${number(plan.requestsPerMinute)} a minute for the whole organization` },
            { term: 'Calls', value: `Up to ${plural(plan.concurrentCalls, 'call', 'calls')} at once` },
          ]}
        />
      </Section>
      <Section title={texts.optionalFeatures}>
        <DescriptionList
          facts={Object.entries(texts.featureNames).map(([feature, term]) => ({
            term,
            value: <FeatureState feature={feature as Capability} isAvailable={extensions[feature]} />,
          }))}
        />
      </Section>
      <ServiceDriftPart />
      <SimulationPart />
    </>
  )
}
