/** The walls of the house: who may import whom, what may stand where. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const src = import.meta.dirname
const root = dirname(src)

const files = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))

/** A room is the unit of the import table; a feature is a room of its own. */
const roomOf = (file: string): string => {
  const [, first = '', second = ''] = file.split('/')
  if (file.startsWith('e2e/')) return 'e2e'
  if (['src/main.tsx', 'src/routes.tsx'].includes(file)) return 'entrance'
  if (first === 'features') return `features/${second}`
  if (first === 'server') return `server/${second}`
  return first
}

const page = ['components', 'kit', 'api', 'ui', 'contract', 'phone', 'recipients']
const table: Record<string, readonly string[]> = {
  contract: [],
  phone: [],
  recipients: ['contract', 'phone'],
  ui: [],
  api: ['contract'],
  kit: ['api', 'ui', 'contract'],
  components: ['kit', 'api', 'ui', 'contract', 'phone'],
  app: ['components', 'kit', 'api', 'ui', 'contract'],
  features: page,
  tools: [
    'components',
    'kit',
    'api',
    'ui',
    'contract',
    'phone',
    'recipients',
    'server/gateway',
    'server/service',
    'server/database',
  ],
  e2e: ['contract', 'recipients', 'phone', 'tools'],
  'server/database': [],
  'server/service': ['contract', 'recipients', 'phone', 'server/database'],
  'server/gateway': ['contract', 'recipients', 'phone', 'server/database'],
}
/** Who may bring what. A package that no row names is anybody's; tools may bring any, since benchmarks have peers. */
const packages: readonly [of: RegExp, rooms: readonly string[]][] = [
  // better-auth asks for the whole of it; everything else is written in zod/mini.
  [/^zod$/, ['server/gateway']],
  [/^libphonenumber-js(\/|$)/, ['phone']],
  [/^papaparse$/, ['recipients']],
  [/^(kysely|pg)(\/|$)/, ['server/database', 'server/service', 'server/gateway']],
  [/^(hono|@hono\/node-server|undici)(\/|$)/, ['server/service', 'server/gateway']],
  [/^(better-auth|@better-auth\/core|pino|prom-client|lru-cache)(\/|$)/, ['server/gateway']],
  [/^(react|clsx|lucide-react)(\/|$)/, ['entrance', 'features', 'components', 'app', 'kit', 'api', 'ui']],
  [/^react-dom(\/|$)/, ['entrance', 'ui']],
  [/^@base-ui\//, ['entrance', 'app', 'kit', 'ui']],
  [/^react-router(\/|$)/, ['entrance', 'features', 'components', 'app', 'kit']],
  [/^@tanstack\/react-query$/, ['entrance', 'features', 'api']],
  [/^@tanstack\/react-(form|virtual)$/, ['features', 'components', 'ui']],
  [/^(@xyflow\/react|@dagrejs\/dagre)(\/|$)/, ['features']],
  [
    /^(vite|vitest|@playwright\/test|@axe-core\/playwright|fast-check)(\/|$)/,
    ['server/gateway', 'server/service', 'e2e'],
  ],
]
/** The rooms that import nothing but packages for their own trade. */
const bare: Record<string, RegExp> = { contract: /^zod\/mini$/, phone: /^libphonenumber-js(\/|$)/ }
/** Rooms whose functions others build on. */
const told = ['contract', 'recipients', 'phone', 'api', 'server/database', 'server/service', 'server/gateway']

const importsOf = (file: string): string[] => {
  const text = readFileSync(join(root, file), 'utf8')
  const found = text.matchAll(
    /(?:^|[\s;])(?:import|export)\s[^'"`;]*?from\s*['"]([^'"]+)['"]|^import\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]|new URL\(\s*['"](\.[^'"]+)['"]/gm,
  )
  return [...found].map((match) => match[1] ?? match[2] ?? match[3] ?? match[4] ?? '')
}
const target = (file: string, specifier: string): string | null => {
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`
  if (specifier.startsWith('.')) return relative(root, resolve(root, dirname(file), specifier))
  return null
}

const all = [...files(src), ...files(join(root, 'e2e'))]
const isTest = (file: string) => /\.test\.tsx?$/.test(file)
const code = all.filter((file) => !isTest(file))

describe('the house', () => {
  it('is read: the walls are checked over all its files', () => {
    expect(code.length).toBeGreaterThan(60)
    expect(code.flatMap(importsOf).length).toBeGreaterThan(200)
  })

  it('has an entry in the import table for every room', () => {
    const rooms = new Set(code.map(roomOf).map((room) => room.replace(/^features\/.*/, 'features')))
    expect([...rooms].filter((room) => room !== 'entrance' && !(room in table))).toEqual([])
  })

  it('lets no room import what the table does not give it', () => {
    const wrong = code.flatMap((file) =>
      importsOf(file).flatMap((specifier) => {
        const to = target(file, specifier)
        const room = roomOf(file)
        if (to === null || room === 'entrance' || /\.(css|svg|woff2)(\?.*)?$/.test(to)) return []
        const other = roomOf(to)
        if (other === room) return []
        if (file === 'src/server/gateway/main.ts' && other === 'server/service') return []
        const allowed = table[room.replace(/^features\/.*/, 'features')] ?? []
        return allowed.includes(other) ? [] : [`${file} → ${to}`]
      }),
    )
    expect(wrong).toEqual([])
  })

  it('keeps each package in the rooms that it is for', () => {
    const wrong = code.flatMap((file) => {
      const room = roomOf(file).replace(/^features\/.*/, 'features')
      if (room === 'tools') return []
      const foreign = (specifier: string) =>
        packages.some(([of, rooms]) => of.test(specifier) && !rooms.includes(room)) ||
        bare[room]?.test(specifier) === false
      return importsOf(file)
        .filter((specifier) => target(file, specifier) === null && foreign(specifier))
        .map((specifier) => `${file} → ${specifier}`)
    })
    expect(wrong).toEqual([])
  })

  it('keeps node: in the server, the tools and the tests', () => {
    const wrong = code.filter(
      (file) =>
        !/^(src\/(server|tools)|e2e)\//.test(file) &&
        importsOf(file).some((specifier) => specifier.startsWith('node:')),
    )
    expect(wrong).toEqual([])
  })

  it('has no barrels but the contract', () => {
    expect(code.filter((file) => /(^|\/)index\.tsx?$/.test(file))).toEqual(['src/contract/index.ts'])
  })

  it('says at its top why a file may be longer than 300 lines', () => {
    const silent = all.filter((file) => {
      const text = readFileSync(join(root, file), 'utf8')
      return text.split('\n').length > 301 && !/^\/\*\*?[\s\S]{0,1200}?long/i.test(text)
    })
    expect(silent).toEqual([])
  })

  it('says what each public function does, in a comment before it or, of a file with only one, at the top', () => {
    const silent = code.flatMap((file) => {
      if (!told.includes(roomOf(file))) return []
      const text = readFileSync(join(root, file), 'utf8')
      const functions = [...text.matchAll(/(\*\/\n)?(?:\/\/.*\n)?^export (?:async )?function\*? (\w+)/gm)]
      if (functions.length === 1 && text.startsWith('/**')) return []
      return functions.filter(([, comment]) => comment === undefined).map(([, , name]) => `${file}: ${name}`)
    })
    expect(silent).toEqual([])
  })

  it('shows no mark of haste', () => {
    const marks =
      /\b(TODO|FIXME|XXX)\b|@ts-(ignore|nocheck)|\bas any\b|dangerouslySetInnerHTML|\.only\(|\.skip\(|waitForTimeout/
    const self = 'src/architecture.test.ts'
    expect(all.filter((file) => file !== self && marks.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
  })
})
