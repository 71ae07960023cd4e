/** The list of active shortcuts, and the switch for single-key shortcuts. */
import { useState } from 'react'

import { Switch } from '#ui/forms/choice.tsx'
import { Kbd } from '#ui/text/kbd.tsx'
import * as texts from '../lazy-texts.ts'
import { setPreference, usePreference } from '../preferences.ts'
import { type Shortcut, type ShortcutName, shortcuts } from './shortcut-table.ts'
import { scopeNames, shortcutLabel } from './shortcut-texts.ts'
import { activeShortcuts } from './shortcuts.ts'

const shortcutEntries = Object.entries(shortcuts) as [ShortcutName, Shortcut][]
const groupByScope = (names: readonly ShortcutName[] | undefined) =>
  Map.groupBy(
    shortcutEntries.filter(([name]) => names?.includes(name) ?? true),
    ([, { scope }]) => scope,
  )

/** @param names the shortcuts to show; all by default */
export const ShortcutList = ({ names }: { names?: readonly ShortcutName[] }) => (
  <div className="columns-1 gap-8 sm:columns-2">
    {[...groupByScope(names)].map(([scope, entries]) => (
      <section key={scope} className="mb-4 break-inside-avoid">
        <h3 className="pb-1 text-label text-muted">{scopeNames[scope]}</h3>
        <dl className="divide-y divide-line">
          {entries.map(([name, { keys }]) => (
            <div key={name} className="flex items-center gap-3 py-1">
              <dt className="flex-1">{shortcutLabel(name)}</dt>
              <dd>
                <Kbd keys={keys} />
              </dd>
            </div>
          ))}
        </dl>
      </section>
    ))}
  </div>
)

export const SingleKeysSwitch = () => (
  <Switch
    label={texts.singleKeys}
    hint={texts.singleKeysHint}
    checked={usePreference('keys') === 'on'}
    onChange={(on) => setPreference('keys', on ? 'on' : 'off')}
  />
)

/** The content of the shortcuts window. */
export default function ShortcutHelp() {
  const [active] = useState(activeShortcuts)
  return (
    <div className="flex flex-col gap-4">
      <ShortcutList names={active} />
      <SingleKeysSwitch />
    </div>
  )
}
