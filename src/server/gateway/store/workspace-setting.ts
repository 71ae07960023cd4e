/** A setting with several values, stored for each workspace. Simultaneous changes to different values are all saved. */
import { readSetting, replaceSetting } from './settings.ts'
import type { Store } from './store.ts'

/**
 * @param definition.name the setting's name in the table is "<name> of <workspace>"
 * @param definition.parse parses the stored values; undefined if they are invalid in this version
 * @param definition.defaults the values until somebody changes them
 */
export function createWorkspaceSetting<Values extends object>(
  store: Store,
  definition: { name: string; parse: (stored: unknown) => Values | undefined; defaults: Values },
) {
  const { name, parse, defaults } = definition
  const nameOf = (workspace: string) => `${name} of ${workspace}`

  async function read(workspace: string, from: Store): Promise<{ values: Values; stored: string | undefined }> {
    const stored = await readSetting(from, nameOf(workspace))
    return { values: parse({ ...defaults, ...(JSON.parse(stored ?? '{}') as object) }) ?? defaults, stored }
  }

  /** @returns the values; defaults for those that were never set, and for all if the stored ones are invalid in this version */
  const get = async (workspace: string, transaction: Store = store): Promise<Values> =>
    (await read(workspace, transaction)).values

  /** Saves changes. Retries if another change, perhaps at another gateway, was saved since the values were read. */
  async function save(workspace: string, changes: Partial<Values>): Promise<Values> {
    for (;;) {
      const { values: oldValues, stored } = await read(workspace, store)
      const values = { ...oldValues, ...changes }
      if (await replaceSetting(store, nameOf(workspace), stored, JSON.stringify(values))) return values
    }
  }

  return { get, save }
}
