/**
 * Tracks what a value depends on while it is computed: the tables that statements read, and other sources for which `addDependency` is
 * called. A cache of the value (`gateway/shared/memo.ts`) recomputes it when one of them has changed.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { KyselyPlugin } from 'kysely'

/** Versioned data that a computed value may depend on. */
export interface DependencySource {
  /** Returns a different number after each change. */
  version: () => number
  /** Whether changes are noticed within moments. Absent: always. */
  isCurrent?: () => boolean
}

export interface Dependencies {
  /** Each source that was read, with its version before the read. */
  versions: Map<DependencySource, number>
  /** When the value expires, ms of the steady clock (`performance.now()`). */
  expiresAt: number
  /** Ends when nobody wants the value any more. Its computation then fails at its next statement. */
  signal?: AbortSignal
}

/** The dependencies of the value that is being computed. */
const currentDependencies = new AsyncLocalStorage<Dependencies>()

/** Computes a value and records its dependencies. */
export const trackDependencies = <T>(dependencies: Dependencies, compute: () => T): T =>
  currentDependencies.run(dependencies, compute)

/** Computes a value that is not kept, and ends it at its next statement when the signal ends. */
export const computeUntil = <T>(signal: AbortSignal, compute: () => T): T =>
  trackDependencies({ versions: new Map(), expiresAt: Infinity, signal }, compute)

/** Records that the value being computed, if any, depends on this source. Call it before reading the source. */
export function addDependency(source: DependencySource): void {
  const current = currentDependencies.getStore()
  if (current && !current.versions.has(source)) current.versions.set(source, source.version())
}

/** Records that the value being computed, if any, expires at this time of the steady clock, ms. */
export function addExpiry(expiresAt: number): void {
  const current = currentDependencies.getStore()
  if (current) current.expiresAt = Math.min(current.expiresAt, expiresAt)
}

/** Adds the dependencies of another value to those of the value being computed, if any. */
export function addDependenciesOf({ versions, expiresAt }: Dependencies): void {
  const current = currentDependencies.getStore()
  if (!current) return
  for (const [source, version] of versions) if (!current.versions.has(source)) current.versions.set(source, version)
  current.expiresAt = Math.min(current.expiresAt, expiresAt)
}

/** Creates a source for data in memory. Its owner calls `markChanged` after each change, and `addDependency` before each read. */
export function createSource(): DependencySource & { markChanged: () => void } {
  let version = 0
  return {
    version: () => version,
    markChanged: () => {
      version += 1
    },
  }
}

/** The parts of Kysely's syntax tree that name tables. */
interface SyntaxNode {
  kind?: string
  table?: { identifier?: { name?: string } }
  sqlFragments?: readonly string[]
}

const rawTableReads = /\b(?:from|join)\s+"?(\w+)/gi

/** Adds the names of all tables in a statement to `found`, and returns it. */
function tablesIn(node: unknown, found: Set<string>): Set<string> {
  if (typeof node !== 'object' || node === null) return found
  const { kind, table, sqlFragments = [] } = node as SyntaxNode
  if (kind === 'TableNode' && table?.identifier?.name) found.add(table.identifier.name)
  for (const text of sqlFragments) for (const [, name = ''] of text.matchAll(rawTableReads)) found.add(name)
  for (const child of Object.values(node)) tablesIn(child, found)
  return found
}

const writeNodeKind = /^(?:Insert|Update|Delete)QueryNode$/

/** A Kysely plugin that records the tables of every statement that reads as dependencies. */
export function trackTables(changes: { version: (table: string) => number; isCurrent: () => boolean }): KyselyPlugin {
  const sources = new Map<string, DependencySource>()
  const sourceOf = (table: string): DependencySource => {
    const source = sources.get(table) ?? { version: () => changes.version(table), isCurrent: changes.isCurrent }
    sources.set(table, source)
    return source
  }
  return {
    transformQuery({ node }) {
      const current = currentDependencies.getStore()
      // guard: unwanted-value-is-not-computed
      current?.signal?.throwIfAborted()
      if (current && !writeNodeKind.test(node.kind))
        for (const table of tablesIn(node, new Set())) addDependency(sourceOf(table))
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
}
