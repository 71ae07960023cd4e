/** The list of shortcuts, and the switch for single-key shortcuts. */
import { useState } from 'react'

import { Switch } from '#ui/forms/choice.tsx'
import { Kbd } from '#ui/text/kbd.tsx'
import { setPreference, usePreference } from '../preferences.ts'
import { type Scope, scopeNames, shortcuts } from './shortcut-table.ts'
import { activeShortcuts } from './shortcuts.ts'

const groups = [...Map.groupBy(Object.entries(shortcuts), ([, { scope }]) => scope)]

/** @param first the scope whose shortcuts come first, such as that of the page that is open */
export function ShortcutList({ first }: { first?: Scope }) {
  const sorted = first ? groups.toSorted(([one], [other]) => Number(other === first) - Number(one === first)) : groups
  return (
    <div className="columns-1 gap-8 sm:columns-2">
      {sorted.map(([scope, entries]) => (
        <section key={scope} className="mb-4 break-inside-avoid">
          <h3 className="pb-1 text-label text-muted">
            {scope === first ? `${scopeNames[scope]} (this page)` : scopeNames[scope]}
          </h3>
          <dl className="divide-y divide-line">
            {[...Map.groupBy(entries, ([, one]) => one.label)].map(([label, same]) => (
              <div key={label} className="flex items-center gap-3 py-1">
                <dt className="flex-1">{label}</dt>
                <dd className="text-label text-muted">
                  {same.map(([name, { keys }], at) => (
                    <span key={name}>
                      {at > 0 && ' or '}
                      <Kbd keys={keys} />
                    </span>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  )
}

export const SingleKeysSwitch = () => (
  <Switch
    label="Single-key shortcuts"
    hint="Shortcuts without Ctrl or ⌘. When this is off, only shortcuts with Ctrl or ⌘ work."
    checked={usePreference('keys') === 'on'}
    onChange={(on) => setPreference('keys', on ? 'on' : 'off')}
  />
)

/** The content of the shortcuts window: the keys of all pages, those of the open one first. */
export default function ShortcutHelp() {
  const [scope] = useState(() =>
    activeShortcuts()
      .map((name) => shortcuts[name].scope)
      .find((one) => one !== 'everywhere'),
  )
  return (
    <div className="flex flex-col gap-4">
      <ShortcutList first={scope} />
      <SingleKeysSwitch />
    </div>
  )
}
