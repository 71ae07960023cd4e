/** Who I am; in a simulation, one click from being somebody else. And how this browser likes it to look. */
import ChevronDown from 'lucide-react/icons/chevron-down'
import Keyboard from 'lucide-react/icons/keyboard'
import LogIn from 'lucide-react/icons/log-in'
import LogOut from 'lucide-react/icons/log-out'
import { useNavigate } from 'react-router'
import { useCommand } from '#api/commands.ts'
import { roleNames, useSession } from '#api/session.ts'
import { type Operator, Refusal } from '#contract/index.ts'
import { Glyph } from '#ui/icon.tsx'
import { Menu, type MenuGroup } from '#ui/menu.tsx'
import { notify } from './notices.tsx'
import { paths } from './paths.ts'
import { preferences, setPreference, usePreference } from './preferences.ts'

const rolesOf = ({ roles }: Operator) => roles.map((role) => roleNames[role]).join(', ')
const initials = (name: string) =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word[0]?.toUpperCase())
    .join('')

const themeWords = { system: 'As the system', light: 'Light', dark: 'Dark' } as const
const densityWords = { compact: 'Compact', comfortable: 'Comfortable' } as const

export function OperatorMenu({ onHelp }: { onHelp: () => void }) {
  const { operator, switchable } = useSession()
  const switching = useCommand('sessionSwitch')
  const leaving = useCommand('signOut')
  const navigate = useNavigate()
  const theme = usePreference('theme')
  const density = usePreference('density')
  if (!operator) return null

  const refused = (error: unknown) => {
    if (error instanceof Refusal) notify({ title: error.message, tone: 'danger' })
  }
  const become = (other: Operator) =>
    switching
      .run({ body: { operatorId: other.id } })
      .then(() => notify({ title: `You are now ${other.name}`, text: rolesOf(other) }), refused)

  const groups: MenuGroup[] = [
    {
      label: 'Be somebody else',
      items: switchable.map((other) => ({
        key: other.id,
        label: other.name,
        note: rolesOf(other),
        checked: other.id === operator.id,
        onSelect: () => void become(other),
      })),
    },
    {
      label: 'Theme',
      items: preferences.theme.map((one) => ({
        key: one,
        label: themeWords[one],
        checked: one === theme,
        onSelect: () => setPreference('theme', one),
      })),
    },
    {
      label: 'Density',
      items: preferences.density.map((one) => ({
        key: one,
        label: densityWords[one],
        checked: one === density,
        onSelect: () => setPreference('density', one),
      })),
    },
    {
      items: [
        { key: 'keys', label: 'Keyboard shortcuts', icon: <Glyph icon={Keyboard} size="small" />, onSelect: onHelp },
        ...(switchable.length > 0
          ? [
              {
                key: 'in',
                label: 'Sign in with an account',
                icon: <Glyph icon={LogIn} size="small" />,
                onSelect: () => void navigate(paths.signIn()),
              },
            ]
          : [
              {
                key: 'out',
                label: 'Sign out',
                icon: <Glyph icon={LogOut} size="small" />,
                onSelect: () => void leaving.run({}).catch(refused),
              },
            ]),
      ],
    },
  ]

  return (
    <Menu
      label="You"
      groups={groups.filter(({ items }) => items.length > 0)}
      header={
        <>
          <p className="font-medium">{operator.name}</p>
          <p className="text-label text-muted">{rolesOf(operator)}</p>
        </>
      }
    >
      {(trigger) => (
        <button
          type="button"
          {...trigger}
          className="inline-flex h-control min-w-0 items-center gap-2 rounded-base px-1.5 text-left hover:bg-hover"
        >
          <span
            aria-hidden
            className="grid size-6 shrink-0 place-items-center rounded-full bg-accent-soft text-tiny font-semibold text-accent"
          >
            {initials(operator.name)}
          </span>
          <span className="hidden min-w-0 leading-tight sm:block">
            <span className="sr-only">You are </span>
            <span className="block truncate text-label font-medium">{operator.name}</span>
            <span className="block truncate text-tiny leading-3 text-muted">{rolesOf(operator)}</span>
          </span>
          <span className="sr-only sm:hidden">You are {operator.name}</span>
          <span className="text-muted">
            <Glyph icon={ChevronDown} size="small" />
          </span>
        </button>
      )}
    </Menu>
  )
}
