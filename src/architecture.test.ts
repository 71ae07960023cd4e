/** The architecture: who may import whom, and what may stand where. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const src = import.meta.dirname
const root = dirname(src)

const files = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))

/** An area is the unit of the import table; a feature is an area of its own. */
const areaOf = (file: string): string => {
  const [, first = '', second = ''] = file.split('/')
  if (file.startsWith('e2e/')) return 'e2e'
  if (['src/main.tsx', 'src/routes.tsx', 'src/stored-work.ts'].includes(file)) return 'entrance'
  if (first === 'features') return `features/${second}`
  if (first === 'server') return `server/${second}`
  return first
}

const page = ['components', 'kit', 'api', 'ui', 'contract', 'phone', 'calling-hours', 'recipients', 'flow-engine']
const table: Record<string, readonly string[]> = {
  contract: [],
  phone: [],
  'calling-hours': ['phone'],
  recipients: ['contract', 'phone', 'calling-hours'],
  'flow-engine': ['contract'],
  ui: [],
  api: ['contract'],
  kit: ['api', 'ui', 'contract'],
  components: ['kit', 'api', 'ui', 'contract', 'phone', 'calling-hours', 'recipients', 'flow-engine'],
  app: ['components', 'kit', 'api', 'ui', 'contract'],
  features: page,
  tools: [
    'components',
    'kit',
    'api',
    'ui',
    'contract',
    'phone',
    'calling-hours',
    'recipients',
    'flow-engine',
    'server/gateway',
    'server/service',
    'server/database',
    'server/listen.ts',
    'server/child',
    'server/programs',
  ],
  e2e: ['kit', 'contract', 'recipients', 'phone', 'tools', 'server/programs'],
  'server/database': [],
  'server/listen.ts': [],
  'server/child': [],
  'server/programs': [],
  'server/service': [
    'contract',
    'recipients',
    'phone',
    'calling-hours',
    'flow-engine',
    'server/database',
    'server/listen.ts',
    'server/child',
    'server/programs',
  ],
  'server/gateway': [
    'contract',
    'recipients',
    'phone',
    'calling-hours',
    'server/database',
    'server/listen.ts',
    'server/child',
    'server/programs',
  ],
}
const stored = ['store', 'store/tables']
const below = ['upstream', 'cluster', 'shared', ...stored]
const records = ['ledger', 'registry', 'cache', ...below]
const jobs = ['calling-rules', 'contacts', ...records, 'http']
/**
 * Inside an area that has folders: which of its folders each may import. `.` are the files at its top; without a row they may import
 * every folder. `testing` may import all. A `routes.ts` may read requests, so it may import `http` wherever it is.
 */
const inside: Record<string, Record<string, readonly string[]>> = {
  'server/gateway': {
    shared: [],
    'store/tables': [],
    store: ['store/tables'],
    http: ['shared'],
    cluster: ['shared', 'store'],
    upstream: ['cluster', 'shared', 'store'],
    cache: below,
    ledger: ['cache', ...below],
    registry: ['cache', ...below],
    contacts: records,
    'calling-rules': ['contacts', ...records, 'http'],
    operators: ['ledger', 'cache', 'http', ...below],
    accounts: ['operators', 'ledger', 'http', ...below],
    batches: jobs,
    'calls/kept': jobs,
    'calls/said': [],
    calls: ['calls/kept', 'calls/said', ...jobs],
    'review/decision': jobs,
    review: ['review/decision', ...jobs],
    people: ['facts', 'calls/kept', ...jobs],
    'call-backs': ['facts', 'calls/kept', ...jobs],
    'saved-views': ['ledger', 'http', ...below],
    versions: [...records, 'http'],
    facts: ['calls', 'calls/kept', 'review', 'review/decision', 'versions', ...jobs],
    'facts/lists': ['facts', ...jobs],
    'facts/batch-files': ['facts', 'calls/kept', ...jobs],
    'outcome-reads': ['facts', 'batches', 'calls', ...jobs],
    operations: ['calls', 'facts', 'versions', ...jobs],
    automation: ['batches', ...jobs],
    'service-endpoints': ['versions', ...records, 'http'],
    'testing/several': ['testing'],
    maintenance: ['batches', 'review', 'review/decision', 'accounts', 'operators', ...jobs],
  },
  'server/service': {
    store: [],
    shared: ['store'],
    http: ['shared'],
    csv: ['shared'],
    'carrier/calls': [],
    carrier: ['carrier/calls', 'shared'],
    auth: ['shared', 'store'],
    events: ['auth', 'shared', 'store'],
    records: ['events', 'shared', 'store'],
    threads: ['carrier', 'shared'],
    calling: ['threads', 'carrier', 'events', 'records', 'shared', 'store'],
    endpoints: ['calling', 'threads', 'carrier', 'csv', 'records', 'shared', 'store'],
    sentinels: ['carrier', 'auth', 'shared', 'store'],
    reference: ['csv', 'sentinels', 'shared'],
    seed: ['calling', 'threads', 'carrier', 'records', 'auth', 'shared', 'store'],
    activity: ['seed', 'calling', 'threads', 'carrier', 'records', 'auth', 'shared', 'store'],
  },
  contract: {
    'shared/risks': [],
    shared: ['shared/risks'],
    requests: ['shared'],
    service: ['requests', 'shared'],
    'gateway/parts': ['requests', 'shared'],
    'gateway/reports': ['gateway/parts', 'service', 'requests', 'shared'],
    gateway: ['gateway/reports', 'gateway/parts', 'service', 'requests', 'shared'],
  },
  recipients: {
    file: [],
    'table/opt-out-words': [],
    table: ['file', 'table/opt-out-words'],
    encoding: ['table', 'file'],
    check: ['table', 'file'],
    workbook: ['.', 'table', 'file'],
    worker: ['.', 'workbook', 'check', 'encoding', 'table', 'file'],
  },
  ui: {
    '.': [],
    text: ['.'],
    time: ['.', 'text'],
    status: ['.', 'text'],
    forms: ['.', 'status', 'text'],
    overlays: ['.', 'forms', 'status', 'text'],
    layout: ['.', 'forms', 'status', 'text', 'time'],
  },
  kit: {
    '.': [],
    navigation: ['.'],
    data: ['.', 'navigation'],
    actions: ['.', 'data'],
    page: ['.', 'navigation'],
    keyboard: ['.', 'navigation'],
    list: ['.', 'data', 'keyboard', 'navigation'],
  },
  components: {
    phone: [],
    calls: [],
    'calls/outcome': [],
    messages: ['phone'],
    effects: ['phone'],
    budget: ['charts'],
    charts: ['calls/outcome'],
    search: [],
    people: ['phone'],
    'saved-views': [],
    difference: [],
    versions: ['difference'],
    agents: ['phone'],
    batches: ['phone'],
    'batches/results': ['charts', 'calls/outcome'],
    decisions: ['effects'],
    unfinished: ['batches', 'calls', 'decisions'],
    'records/draft': [],
    'records/restoring': ['records/draft'],
    'records/unsaved': ['records/draft'],
    records: ['agents', 'records/draft', 'records/restoring', 'records/unsaved'],
    'records/list': ['records', 'records/files', 'saved-views'],
    'records/files': [],
    'do-not-call': ['phone'],
    flows: [],
  },
  app: { connection: [], palette: ['session'], session: [] },
  'features/batches': {
    '.': [],
    list: ['.'],
    'new-batch/state': ['.'],
    'new-batch/file': ['.', 'new-batch/state'],
    'new-batch/rows': ['.', 'new-batch/state'],
    'new-batch/preview': ['.', 'new-batch/rows', 'new-batch/state'],
    'new-batch/start': ['.', 'new-batch/rows', 'new-batch/state'],
    'new-batch': ['.', 'new-batch/file', 'new-batch/preview', 'new-batch/rows', 'new-batch/start', 'new-batch/state'],
    'batch/closing': [],
    'batch/follow-up': [],
    batch: ['.', 'batch/closing', 'batch/follow-up', 'new-batch/state'],
  },
  'features/flows': {
    steps: [],
    panels: ['steps'],
    canvas: ['steps', 'panels'],
    rehearse: ['steps'],
    templates: ['.', 'steps'],
    form: ['.', 'steps', 'panels', 'canvas', 'rehearse', 'templates'],
  },
  'features/review': {
    queue: [],
    'draft/text': [],
    'draft/context': [],
    draft: ['queue', 'draft/text'],
  },
}
/** Who may import which package. A package that no row names is anybody's; tools may import any, since benchmarks compare with others. */
const packages: readonly [of: RegExp, areas: readonly string[]][] = [
  // better-auth asks for the whole of it; everything else is written in zod/mini.
  [/^zod$/, ['server/gateway']],
  [/^libphonenumber-js(\/|$)/, ['phone']],
  [/^(papaparse|saxen)$/, ['recipients']],
  [/^(kysely|pg)(\/|$)/, ['server/database', 'server/service', 'server/gateway']],
  [/^(hono|@hono\/node-server|undici)(\/|$)/, ['server/listen.ts', 'server/service', 'server/gateway']],
  [/^(better-auth|@better-auth\/core|pino|@prometheus-io\/client)(\/|$)/, ['server/gateway']],
  [/^lru-cache$/, ['server/database', 'server/gateway', 'server/service']],
  [/^(react|clsx|lucide-react)(\/|$)/, ['entrance', 'features', 'components', 'app', 'kit', 'api', 'ui']],
  [/^react-dom(\/|$)/, ['entrance', 'ui']],
  [/^@base-ui\//, ['entrance', 'app', 'kit', 'ui']],
  [/^react-router(\/|$)/, ['entrance', 'features', 'components', 'app', 'kit']],
  [/^@tanstack\/react-query$/, ['entrance', 'features', 'api']],
  [/^@tanstack\/table-core(\/|$)/, ['kit']],
  [/^@tanstack\/react-(form|virtual)$/, ['features', 'components', 'ui']],
  [/^diff(\/|$)/, ['components']],
  [/^@xyflow\/react(\/|$)/, ['features']],
  [
    /^(vite|vitest|@playwright\/test|@axe-core\/playwright|fast-check)(\/|$)/,
    ['server/gateway', 'server/service', 'server/programs', 'e2e'],
  ],
]
/** Areas that import nothing but the packages that they wrap. */
const bare: Record<string, RegExp> = { contract: /^zod\/mini$/, phone: /^libphonenumber-js(\/|$)/ }
/** Areas whose functions others build on, so each has a comment. */
const documented = [
  'contract',
  'recipients',
  'phone',
  'calling-hours',
  'flow-engine',
  'api',
  'server/database',
  'server/listen.ts',
  'server/child',
  'server/programs',
  'server/service',
  'server/gateway',
]

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

/** The path of a file's folder inside its area; `.` at the top of it. */
const folderOf = (file: string): string => relative(join('src', areaOf(file)), dirname(file)) || '.'

/** The groups of nodes that reach each other, by Tarjan's algorithm. */
function cyclesOf(edges: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const found: string[][] = []
  const visit = (node: string): number => {
    index.set(node, index.size)
    low.set(node, index.size - 1)
    stack.push(node)
    for (const next of edges.get(node) ?? []) {
      if (!index.has(next)) low.set(node, Math.min(low.get(node) ?? 0, visit(next)))
      else if (stack.includes(next)) low.set(node, Math.min(low.get(node) ?? 0, index.get(next) ?? 0))
    }
    if (low.get(node) === index.get(node)) {
      const group = stack.splice(stack.indexOf(node))
      if (group.length > 1) found.push(group.toSorted())
    }
    return low.get(node) ?? 0
  }
  for (const node of edges.keys()) if (!index.has(node)) visit(node)
  return found
}

/** What each of them imports of the project, by a name for either side. */
function edgesOf(nameOf: (file: string) => string): Map<string, Set<string>> {
  const edges = new Map<string, Set<string>>()
  for (const file of code) {
    const from = nameOf(file)
    const to = edges.get(from) ?? edges.set(from, new Set()).get(from)
    for (const specifier of importsOf(file)) {
      const other = target(file, specifier)?.replace(/\?.*/, '') ?? ''
      if (code.includes(other) && nameOf(other) !== from) to?.add(nameOf(other))
    }
  }
  return edges
}

const all = [...files(src), ...files(join(root, 'e2e'))]
const isTest = (file: string) => /\.test\.tsx?$/.test(file)
const code = all.filter((file) => !isTest(file))

/**
 * The most production lines that each group of areas may have. It falls by itself when this test runs after lines were taken away. A rise is
 * edited by hand, and its commit says why.
 */
const budgetFile = join(src, 'line-budget.json')
const budget = JSON.parse(readFileSync(budgetFile, 'utf8')) as Record<string, number>

/** Lines of TypeScript and CSS without tests and what only tests use, comments included. Lines of JSON data count half. */
function productionLines(): Record<string, number> {
  const counts = Object.fromEntries(Object.keys(budget).map((areas) => [areas, 0]))
  for (const entry of readdirSync(src, { withFileTypes: true, recursive: true })) {
    const path = relative(src, join(entry.parentPath, entry.name))
    if (!entry.isFile() || !/\.(tsx?|css|json)$/.test(path) || /(^|\/)testing(\.tsx?$|\/)|\.test\./.test(path)) continue
    const areas = Object.keys(budget).find((names) => names.split(', ').some((name) => path.startsWith(`${name}/`)))
    if (areas === undefined) continue
    const count = readFileSync(join(src, path), 'utf8').split('\n').length - 1
    counts[areas] = (counts[areas] ?? 0) + (path.endsWith('.json') ? count / 2 : count)
  }
  return Object.fromEntries(Object.entries(counts).map(([areas, count]) => [areas, Math.ceil(count)]))
}

describe('the architecture', () => {
  it('is checked over all files', () => {
    expect(code.length).toBeGreaterThan(60)
    expect(code.flatMap(importsOf).length).toBeGreaterThan(200)
  })

  it('has an entry in the import table for every area', () => {
    const areas = new Set(code.map(areaOf).map((area) => area.replace(/^features\/.*/, 'features')))
    expect([...areas].filter((area) => area !== 'entrance' && !(area in table))).toEqual([])
  })

  it('lets no area import what the table does not give it', () => {
    const wrong = code.flatMap((file) =>
      importsOf(file).flatMap((specifier) => {
        const to = target(file, specifier)
        const area = areaOf(file)
        if (to === null || area === 'entrance' || /\.(css|svg|woff2)(\?.*)?$/.test(to)) return []
        const other = areaOf(to)
        if (other === area) return []
        if (file === 'src/server/gateway/main.ts' && other === 'server/service') return []
        const allowed = table[area.replace(/^features\/.*/, 'features')] ?? []
        return allowed.includes(other) ? [] : [`${file} → ${to}`]
      }),
    )
    expect(wrong).toEqual([])
  })

  it('lets no folder import what the table of its area does not give it', () => {
    const wrong = code.flatMap((file) => {
      const area = areaOf(file)
      const folders = inside[area]
      const folder = folderOf(file)
      if (!folders || folder === 'testing' || (folder === '.' && !('.' in folders))) return []
      const allowed = folders[folder]?.concat(file.endsWith('/routes.ts') ? 'http' : [])
      if (!allowed) return [`${file}: its folder has no row`]
      return importsOf(file).flatMap((specifier) => {
        const to = target(file, specifier)
        if (to === null || areaOf(to) !== area || folderOf(to) === folder) return []
        return allowed.includes(folderOf(to)) ? [] : [`${file} → ${to}`]
      })
    })
    expect(wrong).toEqual([])
  })

  it('has no cycle of files', () => {
    expect(cyclesOf(edgesOf((file) => file))).toEqual([])
  })

  it('has no cycle of folders', () => {
    expect(cyclesOf(edgesOf(dirname))).toEqual([])
  })

  it('has no folder with more than 35 files beside each other, tests not counted', () => {
    const counts = Object.groupBy(
      code.filter((file) => !file.endsWith('.story.ts')),
      dirname,
    )
    const full = Object.entries(counts).filter(([, members = []]) => members.length > 35)
    expect(full.map(([folder]) => folder)).toEqual([])
  })

  it('keeps each package in the areas that it is for', () => {
    const wrong = code.flatMap((file) => {
      const area = areaOf(file).replace(/^features\/.*/, 'features')
      if (area === 'tools') return []
      const foreign = (specifier: string) =>
        packages.some(([of, areas]) => of.test(specifier) && !areas.includes(area)) ||
        bare[area]?.test(specifier) === false
      return importsOf(file)
        .filter((specifier) => target(file, specifier) === null && foreign(specifier))
        .map((specifier) => `${file} → ${specifier}`)
    })
    expect(wrong).toEqual([])
  })

  it('keeps the schemas of all endpoints out of the pages', () => {
    const isPage = (file: string) => !/^(src\/(server|tools|contract)\/|e2e\/)/.test(file)
    const loadsAll = (file: string) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/^import \{([^}]*)\} from '#contract\//gm)].some(
        ([, names = '']) => /(^|,)\s*(contract|\w+Endpoints)\s*(,|$)/.test(names),
      )
    expect(code.filter((file) => isPage(file) && loadsAll(file))).toEqual([])
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

  it('keeps to its budget of production lines', () => {
    const lines = productionLines()
    expect(Object.keys(lines)).toEqual(Object.keys(budget))
    const isAbove = ([area, count]: [string, number]) => count > (budget[area] ?? 0)
    expect(Object.entries(lines).filter(isAbove)).toEqual([])
    const isBelow = Object.entries(lines).some(([area, count]) => count < (budget[area] ?? 0))
    if (isBelow && process.env.CI === undefined) writeFileSync(budgetFile, `${JSON.stringify(lines, null, 2)}\n`)
  })

  it('says at its top why a file may be longer than 500 lines', () => {
    const silent = all.filter((file) => {
      const text = readFileSync(join(root, file), 'utf8')
      return text.split('\n').length > 501 && !/^\/\*\*?[\s\S]{0,1200}?long/i.test(text)
    })
    expect(silent).toEqual([])
  })

  it('says what each public function does, in a comment before it or, of a file with only one, at the top', () => {
    const silent = code.flatMap((file) => {
      if (!documented.includes(areaOf(file))) return []
      const text = readFileSync(join(root, file), 'utf8')
      const functions = [...text.matchAll(/(\*\/\n)?(?:\/\/.*\n)?^export (?:async )?function\*? (\w+)/gm)]
      if (functions.length === 1 && text.startsWith('/**')) return []
      return functions.filter(([, comment]) => comment === undefined).map(([, , name]) => `${file}: ${name}`)
    })
    expect(silent).toEqual([])
  })

  it('gives no column a component as its cell', () => {
    // A table calls it as a function, so its hooks would be those of the table, and as many as it has rows.
    const isGiven = (file: string) => /\bcell: [A-Z]\w*\s*[,}]/.test(readFileSync(join(root, file), 'utf8'))
    expect(code.filter((file) => file.endsWith('.tsx') && isGiven(file))).toEqual([])
  })

  it('has no mark of unfinished work', () => {
    const marks =
      /\b(TODO|FIXME|XXX)\b|@ts-(ignore|nocheck)|\bas any\b|dangerouslySetInnerHTML|\.only\(|\.skip\(|waitForTimeout/
    const self = 'src/architecture.test.ts'
    expect(all.filter((file) => file !== self && marks.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
  })
})
