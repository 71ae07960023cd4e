/** Endpoints of versions. */
import { maxVersionNumber, type versionEndpoints, versionKinds } from '#contract/index.ts'
import type { Core } from '../cluster/core.ts'
import type { GatewayContext } from '../http/context.ts'
import { type Handler, parseId, parseQueryOf } from '../http/handler.ts'
import { workspaceOf } from '../http/request.ts'
import { notFound } from '../shared/refusals.ts'
import { recordKey } from './kinds.ts'
import { findVersion, listDeleted, listVersions } from './list-versions.ts'
import type { Versions } from './versions.ts'

interface Deps extends Pick<Core, 'store' | 'workspaces'> {
  versions: Versions
}

const noVersion = 'This version does not exist, or is no longer stored.'

/** @throws Refusal 404 if there is none */
function existing<T extends object>(found: T | null | undefined, message = noVersion): T {
  // guard: unknown-version-is-not-found
  if (!found) throw notFound(message)
  return found
}

/** The number of a version in the path; 0, which no version has, if it is no number. */
function numberIn(c: GatewayContext): number {
  const number = Number(parseId(c, 'number'))
  return Number.isInteger(number) && Math.abs(number) <= maxVersionNumber ? number : 0
}

/** Handlers of the versions' endpoints. They wait until everything that was read is compared. */
export function versionRoutes(deps: Deps): Record<keyof typeof versionEndpoints, Handler> {
  const { store, versions } = deps
  const keyOf = async (c: GatewayContext) => {
    const kind = versionKinds.find((kind) => kind === parseId(c, 'kind'))
    await versions.settled()
    return existing(kind && recordKey(kind, parseId(c, 'recordId'), workspaceOf(c, deps)))
  }
  return {
    versionList: async (c) => {
      const query = parseQueryOf(c, 'versionList')
      return c.json(await listVersions(store, await keyOf(c), query))
    },
    versionShow: async (c) => {
      const { since } = parseQueryOf(c, 'versionShow')
      return c.json(existing(await findVersion(store, await keyOf(c), numberIn(c), since)))
    },
    deletedRecordList: async (c) => {
      const query = parseQueryOf(c, 'deletedRecordList')
      await versions.settled()
      const { workspace } = recordKey(query.kind, '', workspaceOf(c, deps))
      return c.json(await listDeleted(store, { ...query, workspace }))
    },
  }
}
