/** What the operator's menu holds: being somebody else in a simulation, how this browser likes it to look, leaving. */
import Keyboard from 'lucide-react/icons/keyboard'
import LogIn from 'lucide-react/icons/log-in'
import LogOut from 'lucide-react/icons/log-out'
import { useNavigate } from 'react-router'
import { useCommand } from '#api/commands.ts'
import { rolesText, useSession } from '#api/session.ts'
import type { Operator } from '#contract/index.ts'
import { notify, notifyRefusal } from '#kit/actions/notices.ts'
import { paths } from '#kit/navigation/paths.ts'
import { preferences, setPreference, usePreference } from '#kit/preferences.ts'
import MenuList, { type MenuGroup, type OpenMenu } from '#ui/overlays/menu-list.tsx'
import { Glyph } from '#ui/status/icon.tsx'
import { reloadAtSignIn, useUnfinishedWork } from './unfinished-work.ts'

const themeWords = { system: 'As the system', light: 'Light', dark: 'Dark' } as const
const densityWords = { compact: 'Compact', comfortable: 'Comfortable' } as const

interface Props extends OpenMenu {
  operator: Operator
  onHelp: () => void
  /** The operator wants to sign out and has unfinished work in this browser, by these names. */
  onKept: (names: readonly string[]) => void
}

export default function OperatorMenuList({ operator, onHelp, onKept, ...opened }: Props) {
  const { switchable } = useSession()
  const switching = useCommand('sessionSwitch')
  const { run } = useCommand('signOut')
  const work = useUnfinishedWork()
  const navigate = useNavigate()
  const theme = usePreference('theme')
  const density = usePreference('density')

  const become = (other: Operator) =>
    switching
      .run({ body: { operatorId: other.id } })
      .then(() => notify({ title: `You are now ${other.name}`, text: rolesText(other) }), notifyRefusal)

  const signOut = async () => {
    // A browser that keeps nothing has nothing to ask about.
    const names = await work.list(operator.id).catch(() => [])
    if (names.length > 0) return onKept(names)
    await run({}).then(reloadAtSignIn, notifyRefusal)
  }

  const groups: MenuGroup[] = [
    {
      label: 'Be somebody else',
      items: switchable.map((other) => ({
        key: other.id,
        label: other.name,
        note: rolesText(other),
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
                onSelect: () => void signOut(),
              },
            ]),
      ],
    },
  ]

  return (
    <MenuList
      label="You"
      groups={groups.filter(({ items }) => items.length > 0)}
      header={
        <>
          <p className="font-medium">{operator.name}</p>
          <p className="text-label text-muted">{rolesText(operator)}</p>
        </>
      }
      {...opened}
    />
  )
}
