/** Settings: one page with parts, each with an address of its own. */
import type { ComponentType } from 'react'
import { Navigate, NavLink, useParams } from 'react-router'
import { Page, PageHeader } from '#shell/page-header.tsx'
import { paths, type SettingsPart } from '#shell/paths.ts'
import { cx } from '#ui/classes.ts'
import { AppearancePart } from './appearance-part.tsx'
import { BudgetPart } from './budget-part.tsx'
import { AuditPart, OperatorsPart, WebhooksPart } from './coming-parts.tsx'
import { KeyboardPart } from './keyboard-part.tsx'
import { ServicePart } from './service-part.tsx'

const parts: Record<SettingsPart, { label: string; Part: ComponentType }> = {
  service: { label: 'Service', Part: ServicePart },
  budget: { label: 'Request budget', Part: BudgetPart },
  operators: { label: 'Operators', Part: OperatorsPart },
  audit: { label: 'Audit', Part: AuditPart },
  webhooks: { label: 'Webhooks', Part: WebhooksPart },
  appearance: { label: 'Appearance', Part: AppearancePart },
  keyboard: { label: 'Keyboard', Part: KeyboardPart },
}
const isPart = (part: string | undefined): part is SettingsPart => part !== undefined && Object.hasOwn(parts, part)

const linkLook = ({ isActive }: { isActive: boolean }) =>
  cx(
    'flex h-control items-center rounded-base px-2.5 whitespace-nowrap hover:bg-hover',
    isActive ? 'bg-pressed font-medium text-ink' : 'text-soft',
  )

const Parts = () => (
  <nav aria-label="Settings" className="min-w-0 overflow-x-auto lg:w-44 lg:shrink-0">
    <ul className="flex gap-1 lg:flex-col">
      {Object.entries(parts).map(([part, { label }]) => (
        <li key={part}>
          <NavLink to={paths.settings(part as SettingsPart)} className={linkLook}>
            {label}
          </NavLink>
        </li>
      ))}
    </ul>
  </nav>
)

export function Component() {
  const { part } = useParams()
  if (!isPart(part)) return <Navigate to={paths.settings()} replace />
  const { label, Part } = parts[part]
  return (
    <Page>
      <PageHeader title={label} facts="Settings" />
      <div className="flex flex-col gap-4 lg:flex-row">
        <Parts />
        <div className="flex min-w-0 max-w-3xl flex-1 flex-col gap-4">
          <Part />
        </div>
      </div>
    </Page>
  )
}
