/** The settings: a navigation, and one part for each path, such as the audit. */
import Lock from 'lucide-react/icons/lock'
import { type ComponentType } from 'react'
import { type LoaderFunctionArgs, Navigate, Outlet, redirect, useParams } from 'react-router'
import { hasPermission } from '#api/session.ts'
import { ShortcutList, SingleKeysSwitch } from '#kit/keyboard/shortcut-help.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { type SettingsPage, type SettingsPart, settingsPages } from '#kit/navigation/settings-pages.ts'
import { Page, PageHeader } from '#kit/page/page-header.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { Card, Section } from '#ui/layout/section.tsx'
import { Kbd } from '#ui/text/kbd.tsx'
import { AccountPart, accountLoader } from './account/account-part.tsx'
import { AppearancePart } from './appearance-part.tsx'
import { AuditPart, auditLoader } from './audit/audit-part.tsx'
import { CallConcernsPart, callConcernsLoader } from './call-concerns/call-concerns-part.tsx'
import { CallingRulesPart, callingRulesLoader } from './calling-rules/calling-rules-part.tsx'
import { DataPart, dataLoader } from './data-part.tsx'
import { OperatorsPart, operatorsLoader } from './operators/operators-part.tsx'
import { ReviewPart, reviewLoader } from './review/review-part.tsx'
import { ServicePart } from './service-part.tsx'
import { SessionsPart, sessionsLoader } from './sessions/sessions-part.tsx'
import { BesideParts, useNoAccessReason } from './shared/parts-navigation.tsx'
import { noAccess } from './shared/texts.tsx'
import { StopPart, stopLoader } from './stop-part.tsx'
import { WebhooksPart, webhooksLoader } from './webhooks/webhooks-part.tsx'

const KeyboardPart = () => (
  <Section
    title="Shortcuts"
    facts={
      <>
        Press <Kbd keys="?" /> on any page to open this list
      </>
    }
  >
    <div className="flex flex-col gap-4">
      <ShortcutList />
      <SingleKeysSwitch />
    </div>
  </Section>
)

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
  // Set beside what they cost.
  prices: { Part: Outlet, loader: () => redirect(paths.reports('cost')) },
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
      <BesideParts part={page.part} isWide={contents[page.part].isWide}>
        <PartContent key={page.part} page={page} />
      </BesideParts>
    </Page>
  )
}
