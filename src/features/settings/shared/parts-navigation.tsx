/** The navigation of the settings, beside each of their pages. */
import { type ReactNode, useState } from 'react'
import { permissionOf, useSession } from '#api/session.ts'
import { PlainLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { type SettingsPage, type SettingsPart, settingsGroups } from '#kit/navigation/settings-pages.ts'
import { cx } from '#ui/classes.ts'
import { useButton } from '#ui/forms/button.tsx'
import { Disclosure } from '#ui/layout/disclosure.tsx'
import { Card } from '#ui/layout/section.tsx'
import { useHasTwoColumns } from '#ui/use-media.ts'

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
export function useNoAccessReason({ needs }: SettingsPage): string {
  const roles = useSession().operator?.roles ?? []
  return needs ? permissionOf(roles, needs).reason : ''
}

function Entry({ page, part }: { page: SettingsPage; part: SettingsPart }) {
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

const Parts = ({ part }: { part: SettingsPart }) => (
  <div className="flex flex-col gap-3">
    {settingsGroups.map(({ label, pages }) => (
      <div key={label}>
        <p aria-hidden className="px-2.5 pb-0.5 text-small text-muted">
          {label}
        </p>
        <ul aria-label={label} className="flex flex-wrap gap-x-1 lg:flex-col">
          {pages.map((page) => (
            <Entry key={page.part} page={page} part={part} />
          ))}
        </ul>
      </div>
    ))}
  </div>
)

/** The parts in a narrow window, closed at first: they would push the page itself off the screen. */
function ClosedParts({ part }: { part: SettingsPart }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Card flush>
      <Disclosure summary="All settings" isOpen={isOpen} onToggle={setIsOpen}>
        <div className="border-t border-line p-1">
          <Parts part={part} />
        </div>
      </Disclosure>
    </Card>
  )
}

interface Props {
  part: SettingsPart
  isWide?: boolean | undefined
  children: ReactNode
}

/** What is beside the navigation of the settings: a part, or a page of one. */
export function BesideParts({ part, isWide, children }: Props) {
  const hasTwoColumns = useHasTwoColumns()
  return (
    <div className="flex flex-col gap-4 lg:flex-row">
      <nav aria-label="Settings" className="print:hidden min-w-0 lg:w-44 lg:shrink-0">
        {hasTwoColumns ? <Parts part={part} /> : <ClosedParts key={part} part={part} />}
      </nav>
      <div className={cx('flex min-w-0 flex-1 flex-col gap-4', !isWide && 'max-w-3xl')}>{children}</div>
    </div>
  )
}
