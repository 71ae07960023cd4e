/** The list of the account menu: switching users in a simulation, theme, signing out. */
import Keyboard from 'lucide-react/icons/keyboard'
import LogIn from 'lucide-react/icons/log-in'
import LogOut from 'lucide-react/icons/log-out'
import User from 'lucide-react/icons/user'
import { useNavigate } from 'react-router'
import { useCommand } from '#api/commands.ts'
import { rolesText, useSession } from '#api/session.ts'
import type { Operator } from '#contract/index.ts'
import { notifyRefusal } from '#kit/actions/notices.ts'
import { paths } from '#kit/navigation/paths.ts'
import { preferences, setPreference, usePreference } from '#kit/preferences.ts'
import MenuList, { type MenuGroup, type OpenMenu } from '#ui/overlays/menu-list.tsx'
import { Glyph } from '#ui/status/icon.tsx'
import { useSignOut } from './use-sign-out.ts'

const themes = { system: 'Match system', light: 'Light', dark: 'Dark' } as const

interface Props extends OpenMenu {
  operator: Operator
  onHelp: () => void
  /** Called instead of signing out if this browser stores unfinished work, with its names. */
  onUnfinished: (names: readonly string[]) => void
}

export default function OperatorMenuList({ operator, onHelp, onUnfinished, ...menuProps }: Props) {
  const { switchable } = useSession()
  const switching = useCommand('sessionSwitch')
  const signOut = useSignOut(operator.id, onUnfinished)
  const navigate = useNavigate()
  const theme = usePreference('theme')

  // The root then reloads the document for the other operator.
  const switchTo = (target: Operator) =>
    switching.run({ body: { operatorId: target.id } }).then(() => undefined, notifyRefusal)

  const groups: MenuGroup[] = [
    {
      label: 'Switch user',
      items: switchable.map((target) => ({
        key: target.id,
        label: target.name,
        note: rolesText(target),
        checked: target.id === operator.id,
        onSelect: () => void switchTo(target),
      })),
    },
    {
      label: 'Theme',
      items: preferences.theme.map((option) => ({
        key: option,
        label: themes[option],
        checked: option === theme,
        onSelect: () => setPreference('theme', option),
      })),
    },
    {
      items: [
        {
          key: 'account',
          label: 'Your account',
          icon: <Glyph icon={User} size="small" />,
          onSelect: () => void navigate(paths.settings('account')),
        },
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
                onSelect: () => void signOut(),
              },
            ]),
      ],
    },
  ]

  return (
    <MenuList
      label="Account"
      groups={groups.filter(({ items }) => items.length > 0)}
      header={
        <>
          <p className="font-medium">{operator.name}</p>
          <p className="text-label text-muted">{rolesText(operator)}</p>
        </>
      }
      {...menuProps}
    />
  )
}
