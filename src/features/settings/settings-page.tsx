/** The settings: a navigation, and one part for each path, such as the audit. */
import Lock from 'lucide-react/icons/lock'
import { type ComponentType, useState } from 'react'
import { type LoaderFunctionArgs, Navigate, useParams } from 'react-router'
import { hasPermission, permissionOf, useSession } from '#api/session.ts'
import { PlainLink } from '#kit/navigation/link.tsx'
import { paths, type SettingsPart } from '#kit/navigation/paths.ts'
import { type SettingsPage, settingsGroups, settingsPages } from '#kit/navigation/settings-pages.ts'
import { Page, PageHeader } from '#kit/page/page-header.tsx'
import { cx } from '#ui/classes.ts'
import { useButton } from '#ui/forms/button.tsx'
import { Disclosure } from '#ui/layout/disclosure.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { Card } from '#ui/layout/section.tsx'
import { useHasTwoColumns } from '#ui/use-media.ts'
import { AccountPart, accountLoader } from './account/account-part.tsx'
import { AppearancePart } from './appearance-part.tsx'
import { AuditPart, auditLoader } from './audit/audit-part.tsx'
import { CallConcernsPart, callConcernsLoader } from './call-concerns/call-concerns-part.tsx'
import { CallingRulesPart, callingRulesLoader } from './calling-rules/calling-rules-part.tsx'
import { DataPart, dataLoader } from './data-part.tsx'
import { KeyboardPart } from './keyboard-part.tsx'
import { OperatorsPart, operatorsLoader } from './operators/operators-part.tsx'
import { ReviewPart, reviewLoader } from './review/review-part.tsx'
import { ServicePart } from './service-part.tsx'
import { SessionsPart, sessionsLoader } from './sessions/sessions-part.tsx'
import { noAccess } from './shared/texts.tsx'
import { StopPart, stopLoader } from './stop-part.tsx'
import { WebhooksPart, webhooksLoader } from './webhooks/webhooks-part.tsx'

interface Content {
  Part: ComponentType
  loader?: (args: LoaderFunctionArgs) => unknown
  /** For parts with tables. */
  isWide?: boolean
}

const contents: Record<SettingsPart, Content> = {
  service: { Part: ServicePart },
  'calling-rules': { Part: CallingRulesPart, loader: callingRulesLoader },
  'call-concerns': { Part: CallConcernsPart, loader: callConcernsLoader },
  review: { Part: ReviewPart, loader: reviewLoader },
  stop: { Part: StopPart, loader: stopLoader },
  operators: { Part: OperatorsPart, loader: operatorsLoader, isWide: true },
  audit: { Part: AuditPart, loader: auditLoader, isWide: true },
  webhooks: { Part: WebhooksPart, loader: webhooksLoader, isWide: true },
  data: { Part: DataPart, loader: dataLoader },
  account: { Part: AccountPart, loader: accountLoader },
  sessions: { Part: SessionsPart, loader: sessionsLoader },
  appearance: { Part: AppearancePart },
  keyboard: { Part: KeyboardPart },
}

const pageOf = (part: string | undefined): SettingsPage | undefined => settingsPages.find((page) => page.part === part)

export async function loader(args: LoaderFunctionArgs) {
  const page = pageOf(args.params.part)
  if (!page || (page.needs && !hasPermission(page.needs))) return null
  return (await contents[page.part].loader?.(args)) ?? null
}

const entryClasses = 'flex h-control w-full items-center rounded-base px-2.5 whitespace-nowrap'
const entryLinkClasses = cx(
  entryClasses,
  'text-soft hover:bg-hover aria-[current=page]:bg-pressed aria-[current=page]:font-medium aria-[current=page]:text-ink',
)

/** A settings page that the operator cannot view. Its tooltip explains why. */
function DisabledEntry({ label, reason }: { label: string; reason: string }) {
  const { props, tip } = useButton({ disabledReason: reason })
  return (
    <>
      <button {...props} className={cx(entryClasses, 'gap-1.5 text-faint')}>
        {label}
      </button>
      {tip.bubble}
    </>
  )
}

/** Why the signed-in operator cannot view a part; '' if they can. */
function useNoAccessReason({ needs }: SettingsPage): string {
  const roles = useSession().operator?.roles ?? []
  return needs ? permissionOf(roles, needs).reason : ''
}

function Entry({ page }: { page: SettingsPage }) {
  const { part } = useParams()
  const reason = useNoAccessReason(page)
  return (
    <li>
      {reason ? (
        <DisabledEntry label={page.label} reason={reason} />
      ) : (
        <PlainLink
          to={paths.settings(page.part)}
          aria-current={part === page.part ? 'page' : undefined}
          className={entryLinkClasses}
        >
          {page.label}
        </PlainLink>
      )}
    </li>
  )
}

const Parts = () => (
  <div className="flex flex-col gap-3">
    {settingsGroups.map(({ label, pages }) => (
      <div key={label}>
        <p aria-hidden className="px-2.5 pb-0.5 text-small text-muted">
          {label}
        </p>
        <ul aria-label={label} className="flex flex-wrap gap-x-1 lg:flex-col">
          {pages.map((page) => (
            <Entry key={page.part} page={page} />
          ))}
        </ul>
      </div>
    ))}
  </div>
)

/** The parts in a narrow window, closed at first: they would push the page itself off the screen. */
function ClosedParts() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Card flush>
      <Disclosure summary="All settings" isOpen={isOpen} onToggle={setIsOpen}>
        <div className="border-t border-line p-1">
          <Parts />
        </div>
      </Disclosure>
    </Card>
  )
}

function PartsNavigation({ part }: { part: SettingsPart }) {
  const hasTwoColumns = useHasTwoColumns()
  return (
    <nav aria-label="Settings" className="min-w-0 lg:w-44 lg:shrink-0">
      {hasTwoColumns ? <Parts /> : <ClosedParts key={part} />}
    </nav>
  )
}

function PartContent({ page }: { page: SettingsPage }) {
  const reason = useNoAccessReason(page)
  const { Part } = contents[page.part]
  if (!reason) return <Part />
  return (
    <Card flush>
      <EmptyState icon={Lock} title={noAccess}>
        {reason}
      </EmptyState>
    </Card>
  )
}

export function Component() {
  const page = pageOf(useParams().part)
  if (!page) return <Navigate to={paths.settings()} replace />
  return (
    <Page>
      <PageHeader title={page.label} />
      <div className="flex flex-col gap-4 lg:flex-row">
        <PartsNavigation part={page.part} />
        <div className={cx('flex min-w-0 flex-1 flex-col gap-4', !contents[page.part].isWide && 'max-w-3xl')}>
          <PartContent key={page.part} page={page} />
        </div>
      </div>
    </Page>
  )
}
