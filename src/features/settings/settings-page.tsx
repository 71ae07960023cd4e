/** The settings page: a list of parts, each with its own path. */
import Lock from 'lucide-react/icons/lock'
import type { ComponentType } from 'react'
import { type LoaderFunctionArgs, Navigate, useParams } from 'react-router'
import { hasPermission, permissionOf, useSession } from '#api/session.ts'
import { PlainLink } from '#kit/navigation/link.tsx'
import { paths, type SettingsPart } from '#kit/navigation/paths.ts'
import { settingsPages } from '#kit/navigation/settings-pages.ts'
import { Page, PageHeader } from '#kit/page/page-header.tsx'
import { cx } from '#ui/classes.ts'
import { useButton } from '#ui/forms/button.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { Card } from '#ui/layout/section.tsx'
import { AppearancePart } from './appearance-part.tsx'
import { AuditPart, auditLoader } from './audit/audit-part.tsx'
import { BudgetPart, budgetLoader } from './budget-part.tsx'
import { CallingRulesPart, callingRulesLoader } from './calling-rules/calling-rules-part.tsx'
import { DataPart, dataLoader } from './data-part.tsx'
import { KeyboardPart } from './keyboard-part.tsx'
import { OperatorsPart, operatorsLoader } from './operators/operators-part.tsx'
import { ServicePart } from './service-part.tsx'
import { SessionsPart, sessionsLoader } from './sessions/sessions-part.tsx'
import { StopPart, stopLoader } from './stop-part.tsx'
import * as texts from './texts.tsx'
import { UnknownPart, unknownLoader } from './unknown-outcomes-part.tsx'
import { WebhooksPart, webhooksLoader } from './webhooks/webhooks-part.tsx'

interface Content {
  Part: ComponentType
  loader?: (args: LoaderFunctionArgs) => unknown
  /** For parts with tables. */
  wide?: boolean
}

const contents: Record<SettingsPart, Content> = {
  service: { Part: ServicePart },
  'calling-rules': { Part: CallingRulesPart, loader: callingRulesLoader },
  stop: { Part: StopPart, loader: stopLoader },
  budget: { Part: BudgetPart, loader: budgetLoader },
  unknown: { Part: UnknownPart, loader: unknownLoader, wide: true },
  operators: { Part: OperatorsPart, loader: operatorsLoader, wide: true },
  audit: { Part: AuditPart, loader: auditLoader, wide: true },
  webhooks: { Part: WebhooksPart, loader: webhooksLoader, wide: true },
  data: { Part: DataPart, loader: dataLoader },
  sessions: { Part: SessionsPart, loader: sessionsLoader },
  appearance: { Part: AppearancePart },
  keyboard: { Part: KeyboardPart },
}

type Place = (typeof settingsPages)[number]
const placeOf = (part: string | undefined): Place | undefined => settingsPages.find((place) => place.part === part)

export async function loader(args: LoaderFunctionArgs) {
  const place = placeOf(args.params.part)
  if (!place || (place.needs && !hasPermission(place.needs))) return null
  return (await contents[place.part].loader?.(args)) ?? null
}

const entryLook = 'flex h-control w-full items-center rounded-base px-2.5 whitespace-nowrap'
const linkLook = cx(
  entryLook,
  'text-soft hover:bg-hover aria-[current=page]:bg-pressed aria-[current=page]:font-medium aria-[current=page]:text-ink',
)

/** A part that the operator cannot view. Its tooltip says why. */
function DisabledEntry({ label, reason }: { label: string; reason: string }) {
  const { props, tip } = useButton({ disabledReason: reason })
  return (
    <>
      <button {...props} className={cx(entryLook, 'gap-1.5 text-faint')}>
        {label}
      </button>
      {tip.bubble}
    </>
  )
}

/** Why the signed-in operator cannot view a part; '' if they can. */
function useNoAccessReason({ needs }: Place): string {
  const roles = useSession().operator?.roles ?? []
  return needs ? permissionOf(roles, needs).reason : ''
}

function Entry({ place }: { place: Place }) {
  const { part } = useParams()
  const reason = useNoAccessReason(place)
  return (
    <li>
      {reason ? (
        <DisabledEntry label={place.label} reason={reason} />
      ) : (
        <PlainLink
          to={paths.settings(place.part)}
          aria-current={part === place.part ? 'page' : undefined}
          className={linkLook}
        >
          {place.label}
        </PlainLink>
      )}
    </li>
  )
}

const PartsNavigation = () => (
  <nav aria-label={texts.settingsNavigation} className="min-w-0 lg:w-44 lg:shrink-0">
    <ul className="flex flex-wrap gap-1 lg:flex-col">
      {settingsPages.map((place) => (
        <Entry key={place.part} place={place} />
      ))}
    </ul>
  </nav>
)

function PartContent({ place }: { place: Place }) {
  const reason = useNoAccessReason(place)
  const { Part } = contents[place.part]
  if (!reason) return <Part />
  return (
    <Card flush>
      <EmptyState icon={Lock} title={texts.noAccess}>
        {reason}
      </EmptyState>
    </Card>
  )
}

export function Component() {
  const place = placeOf(useParams().part)
  if (!place) return <Navigate to={paths.settings()} replace />
  return (
    <Page>
      <PageHeader title={place.label} />
      <div className="flex flex-col gap-4 lg:flex-row">
        <PartsNavigation />
        <div className={cx('flex min-w-0 flex-1 flex-col gap-4', !contents[place.part].wide && 'max-w-3xl')}>
          <PartContent key={place.part} place={place} />
        </div>
      </div>
    </Page>
  )
}
